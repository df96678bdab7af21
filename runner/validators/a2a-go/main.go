// Reads Agent Cards with the resolver of a2a-go (https://github.com/a2aproject/a2a-go), from memory.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
)

type question struct {
	ID   int64  `json:"id"`
	Card []byte `json:"card"`
}

type complaint struct {
	Message string `json:"message"`
}

type answer struct {
	ID     int64       `json:"id"`
	Valid  bool        `json:"valid"`
	Errors []complaint `json:"errors,omitempty"`
}

// Every request is answered with this card.
type served []byte

func (card served) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(card))}, nil
}

func judge(card []byte) []complaint {
	resolver := agentcard.NewResolver(&http.Client{Transport: served(card)})
	if _, err := resolver.Resolve(context.Background(), "https://agent.example"); err != nil {
		return []complaint{{err.Error()}}
	}
	return nil
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
		wrong := judge(asked.Card)
		answers.Encode(answer{asked.ID, wrong == nil, wrong})
	}
}
