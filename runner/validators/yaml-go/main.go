// Reads cards with gopkg.in/yaml.v3, written again as JSON; santhosh-tekuri/jsonschema judges what it reads.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
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

var schemas = map[string]*jsonschema.Schema{}

func schema(dialect string) *jsonschema.Schema {
	if schemas[dialect] == nil {
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		schemas[dialect] = compiler.MustCompile(filepath.Join(os.Args[1], dialect, "card.schema.json"))
	}
	return schemas[dialect]
}

func read(text []byte) (any, error) {
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	written, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(written))
}

func judge(asked question) []complaint {
	card, err := read(asked.Card)
	if err != nil {
		return []complaint{{"not YAML: " + err.Error()}}
	}
	if err := schema(asked.Dialect).Validate(card); err != nil {
		_, places, _ := strings.Cut(err.Error(), "\n") // the first line names the schema's path
		return []complaint{{strings.ReplaceAll(places, "\n", " ")}}
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
