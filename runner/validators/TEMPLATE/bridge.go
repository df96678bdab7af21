// A stream bridge in Go: call your validator in judge. It needs nothing but the standard library.
//
//	go build -o bridge bridge.go && agentcard-conformance doctor --validator stream:./bridge
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

const welcome = `{"agentcard-conformance": 1, "validator": {"name": "mine", "version": "0.1.0", "language": "Go"},
 "dialects": ["agentcard-draft-00"]}`

type question struct {
	ID      int64          `json:"id"`
	Dialect string         `json:"dialect"`
	Card    []byte         `json:"card"` // base64 in the message, which encoding/json decodes
	Context map[string]any `json:"context"`
}

type complaint struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

type answer struct {
	ID     int64       `json:"id"`
	Valid  bool        `json:"valid"`
	Errors []complaint `json:"errors,omitempty"`
}

// What your validator finds wrong with a card; this one accepts any valid JSON.
func judge(asked question) []complaint {
	if !json.Valid(asked.Card) {
		return []complaint{{"", "not JSON"}}
	}
	return nil
}

func main() {
	// A bufio.Scanner would need a buffer of 16 MiB; ReadBytes takes lines of any length.
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	in.ReadBytes('\n')
	answers := json.NewEncoder(out)
	for answers.Encode(json.RawMessage(welcome)); ; {
		if in.Buffered() == 0 { // all that has arrived is answered
			out.Flush()
		}
		var asked question
		line, err := in.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &asked) != nil {
			return
		}
		wrong := judge(asked)
		answers.Encode(answer{asked.ID, len(wrong) == 0, wrong})
	}
}
