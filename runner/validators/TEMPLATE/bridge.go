// A stream bridge in Go: call your validator in judge. It needs nothing but the standard library.
//
//	go build -o bridge bridge.go && agentcard-conformance doctor --validator stream:./bridge
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
)

var dialects = []string{"agentcard-draft-00"} // those that your validator reads
var validator = message{"name": "mine", "version": "0.1.0", "language": "Go"}

type message map[string]any

type question struct {
	ID      int64   `json:"id"`
	Dialect string  `json:"dialect"`
	Card    []byte  `json:"card"` // base64 in the message, which encoding/json decodes
	Context message `json:"context"`
}

// What your validator finds wrong with a card; this one accepts any valid JSON.
func judge(asked question) []message {
	if !json.Valid(asked.Card) {
		return []message{{"pointer": "", "message": "not JSON"}}
	}
	return nil
}

func answer(asked question) message {
	if !slices.Contains(dialects, asked.Dialect) {
		return message{"id": asked.ID, "skip": "a dialect that it does not read"}
	}
	wrong := judge(asked)
	return message{"id": asked.ID, "valid": len(wrong) == 0, "errors": wrong}
}

func main() {
	// A bufio.Scanner would need a buffer of 16 MiB; ReadBytes takes lines of any length.
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	in.ReadBytes('\n')
	answers := json.NewEncoder(out)
	answers.Encode(message{"agentcard-conformance": 1, "validator": validator, "dialects": dialects})
	for {
		if in.Buffered() == 0 { // all that has arrived is answered
			out.Flush()
		}
		var asked question
		line, err := in.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &asked) != nil {
			return
		}
		answers.Encode(answer(asked))
	}
}
