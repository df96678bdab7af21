// A complete validator of agent cards, behind the stream protocol: card.go is the validator, and this is the bridge.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
)

type question struct {
	ID   int64  `json:"id"`
	Card []byte `json:"card"`
}

type answer struct {
	ID     int64       `json:"id"`
	Valid  bool        `json:"valid"`
	Errors []Violation `json:"errors,omitempty"`
}

func main() {
	validator := New(os.Args[1] + "/agentcard-draft-00/card.schema.json")
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
		wrong := validator.Validate(asked.Card)
		answers.Encode(answer{asked.ID, wrong == nil, wrong})
	}
}
