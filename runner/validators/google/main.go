// A stream bridge to google/jsonschema-go: a card is what encoding/json reads, and our schema judges;
// formats it does not know.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"net/url"
	"os"
	"path/filepath"

	"github.com/google/jsonschema-go/jsonschema"
)

type question struct {
	ID      int64  `json:"id"`
	Dialect string `json:"dialect"`
	Card    []byte `json:"card"`
}

type complaint struct {
	Message string `json:"message"`
}

type answer struct {
	ID     int64       `json:"id"`
	Valid  bool        `json:"valid"`
	Errors []complaint `json:"errors,omitempty"`
}

var schemas = map[string]*jsonschema.Resolved{}

// The package has no metaschema of its own; with an empty one, what a schema inside a card is goes unasked.
func metaschema(*url.URL) (*jsonschema.Schema, error) {
	return &jsonschema.Schema{}, nil
}

func schema(dialect string) *jsonschema.Resolved {
	if schemas[dialect] == nil {
		text, err := os.ReadFile(filepath.Join(os.Args[1], dialect, "card.schema.json"))
		if err != nil {
			log.Fatal(err)
		}
		var written jsonschema.Schema
		if err := json.Unmarshal(text, &written); err != nil {
			log.Fatal(err)
		}
		if schemas[dialect], err = written.Resolve(&jsonschema.ResolveOptions{Loader: metaschema}); err != nil {
			log.Fatal(err)
		}
	}
	return schemas[dialect]
}

func judge(asked question) []complaint {
	var card any
	if err := json.Unmarshal(asked.Card, &card); err != nil {
		return []complaint{{"not JSON: " + err.Error()}}
	}
	if err := schema(asked.Dialect).Validate(card); err != nil {
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
		wrong := judge(asked)
		answers.Encode(answer{asked.ID, wrong == nil, wrong})
	}
}
