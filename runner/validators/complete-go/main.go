// A complete validator of agent cards, behind the stream protocol: each dialect is a file, and this is the bridge.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
)

// Violation is one thing that is wrong with a card, and the place where it is.
type Violation struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

// Validator judges the cards of one dialect.
type Validator interface {
	Validate(card []byte) []Violation
}

// What makes the validator of each dialect from its schema: one more dialect is one more file, and a line here.
var makers = map[string]func(schema string) Validator{
	"agentcard-1.0":      NewAgentCard1,
	"agentcard-draft-00": NewAgentCardDraft00,
}

type question struct {
	ID      int64  `json:"id"`
	Dialect string `json:"dialect"`
	Card    []byte `json:"card"`
}

type answer struct {
	ID     int64       `json:"id"`
	Valid  *bool       `json:"valid,omitempty"`
	Errors []Violation `json:"errors,omitempty"`
	Skip   string      `json:"skip,omitempty"`
}

var validators = map[string]Validator{}

func judge(asked question) answer {
	maker := makers[asked.Dialect]
	if maker == nil {
		return answer{ID: asked.ID, Skip: "a dialect that it does not read"}
	}
	if validators[asked.Dialect] == nil {
		validators[asked.Dialect] = maker(filepath.Join(os.Args[1], asked.Dialect, "card.schema.json"))
	}
	wrong := validators[asked.Dialect].Validate(asked.Card)
	valid := wrong == nil
	return answer{ID: asked.ID, Valid: &valid, Errors: wrong}
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	in.ReadBytes('\n')
	out.WriteString(`{"agentcard-conformance": 1}` + "\n")
	for answers := json.NewEncoder(out); ; {
		if in.Buffered() == 0 {
			out.Flush()
		}
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked question
		if err := json.Unmarshal(line, &asked); err != nil {
			log.Fatal(err)
		}
		answers.Encode(judge(asked))
	}
}
