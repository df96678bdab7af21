// Verifies signed cards with github.com/gowebpki/jcs and github.com/go-jose/go-jose; which members are signed is read
// off the proto file in signed_form.go.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log"
	"os"
	"unicode/utf8"

	"github.com/go-jose/go-jose/v4"
	"github.com/gowebpki/jcs"
)

type question struct {
	ID      int64   `json:"id"`
	Card    []byte  `json:"card"`
	Context context `json:"context"`
}

type context struct {
	Keys    jose.JSONWebKeySet `json:"issuer_keys"`
	Project bool               `json:"project"`
}

type complaint struct {
	Message string `json:"message"`
}

type projection struct {
	Payload       string   `json:"payload"`
	SigningInputs []string `json:"signing_inputs"`
}

type answer struct {
	ID         int64       `json:"id"`
	Valid      bool        `json:"valid"`
	Errors     []complaint `json:"errors,omitempty"`
	Projection *projection `json:"projection,omitempty"`
}

type signature struct {
	Protected string          `json:"protected"`
	Signature string          `json:"signature"`
	Header    json.RawMessage `json:"header,omitempty"`
	Payload   string          `json:"payload"`
}

func read(text []byte) (payload string, signatures []signature, err error) {
	var card map[string]any
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	if err = reader.Decode(&card); err != nil {
		return
	}
	if card == nil || !utf8.Valid(text) {
		return "", nil, errors.New("not an object in UTF-8")
	}
	if err = json.Unmarshal(text, &struct {
		Signatures *[]signature `json:"signatures"`
	}{&signatures}); err != nil {
		return
	}
	form, err := json.Marshal(signedForm(card, "AgentCard"))
	if err != nil {
		return
	}
	canonical, err := jcs.Transform(form)
	for index := range signatures {
		signatures[index].Payload = base64.RawURLEncoding.EncodeToString(canonical)
	}
	return string(canonical), signatures, err
}

func verify(each signature, keys jose.JSONWebKeySet) error {
	whole, err := json.Marshal(each)
	if err != nil {
		return err
	}
	parsed, err := jose.ParseSignedJSON(string(whole), []jose.SignatureAlgorithm{jose.ES256, jose.EdDSA})
	if err != nil {
		return err
	}
	found := keys.Key(parsed.Signatures[0].Header.KeyID)
	if len(found) == 0 {
		return errors.New("no such key")
	}
	_, err = parsed.Verify(found[0])
	return err
}

func judge(asked question) answer {
	payload, signatures, err := read(asked.Card)
	if err != nil {
		return answer{asked.ID, false, []complaint{{err.Error()}}, nil}
	}
	if asked.Context.Project {
		inputs := []string{}
		for _, each := range signatures {
			inputs = append(inputs, each.Protected+"."+each.Payload)
		}
		return answer{asked.ID, true, nil, &projection{payload, inputs}}
	}
	var wrong []complaint
	for _, each := range signatures {
		if err := verify(each, asked.Context.Keys); err != nil {
			wrong = append(wrong, complaint{err.Error()})
		}
	}
	return answer{asked.ID, len(wrong) == 0 || len(wrong) < len(signatures), wrong, nil}
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	in.ReadBytes('\n')
	out.WriteString(`{"agentcard-conformance": 1}` + "\n")
	answers := json.NewEncoder(out)
	for {
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
