// A stream bridge to kaptinlin/jsonschema: a card is what its decoder reads, and our schema with formats judges.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/kaptinlin/jsonschema"
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

// The package has no metaschema of its own, and would fetch it; with an empty one, what a schema inside a card is goes
// unasked.
const metaschema = "https://json-schema.org/draft/2020-12/schema"

var schemas = map[string]*jsonschema.Schema{}

func schema(dialect string) *jsonschema.Schema {
	if schemas[dialect] == nil {
		text, err := os.ReadFile(filepath.Join(os.Args[1], dialect, "card.schema.json"))
		if err != nil {
			log.Fatal(err)
		}
		compiler := jsonschema.NewCompiler().SetAssertFormat(true)
		if _, err := compiler.Compile([]byte("{}"), metaschema); err != nil {
			log.Fatal(err)
		}
		if schemas[dialect], err = compiler.Compile(text); err != nil {
			log.Fatal(err)
		}
	}
	return schemas[dialect]
}

func judge(asked question) (wrong []complaint) {
	result := schema(asked.Dialect).ValidateJSON(asked.Card)
	if result.IsValid() {
		return nil
	}
	errors := result.DetailedErrors()
	for _, path := range slices.Sorted(maps.Keys(errors)) {
		wrong = append(wrong, complaint{path + ": " + errors[path]})
	}
	return append(wrong, complaint{"not valid"})
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
