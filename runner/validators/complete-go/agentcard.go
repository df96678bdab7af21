package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// AgentCard holds cards to the schema of their dialect, and to the rules that no schema states.
type AgentCard struct {
	card, metaschema *jsonschema.Schema
	// wrongAddresses says what is wrong with the addresses in the endpoint of a card.
	wrongAddresses func(endpoint map[string]any) []Violation
}

// newAgentCard reads the schema of a card; the metaschema is within the engine, and nothing is fetched.
func newAgentCard(schema string, wrongAddresses func(map[string]any) []Violation) Validator {
	ofSchemas := jsonschema.NewCompiler()
	ofSchemas.AssertFormat()
	ofSchemas.RegisterFormat(format("uri", isURI))
	ofSchemas.RegisterFormat(format("uri-reference", isURIReference))
	ofSchemas.UseRegexpEngine(anyPattern)
	metaschema := ofSchemas.MustCompile("https://json-schema.org/draft/2020-12/schema")
	return AgentCard{jsonschema.NewCompiler().MustCompile(schema), metaschema, wrongAddresses}
}

// anyPattern takes what is no regular expression to Go, too: JSON Schema means those of ECMA-262, and only recommends
// that a pattern be one. No string is held against the patterns in a card.
func anyPattern(pattern string) (jsonschema.Regexp, error) {
	if known, err := regexp.Compile(pattern); err == nil {
		return known, nil
	}
	return regexp.MustCompile(""), nil
}

func format(name string, fits func(string) bool) *jsonschema.Format {
	return &jsonschema.Format{Name: name, Validate: func(value any) error {
		if text, ok := value.(string); ok && !fits(text) {
			return errors.New("not a " + name)
		}
		return nil
	}}
}

// Validate takes the bytes as they came: encoding/json would put U+FFFD for what is not UTF-8, and a map[string]any,
// unlike a struct, does not take "NAME" for "name". A number beyond binary64 is an error of the decoder.
func (v AgentCard) Validate(text []byte) []Violation {
	if !utf8.Valid(text) {
		return []Violation{{"", "not UTF-8"}}
	}
	var card any
	if err := json.Unmarshal(text, &card); err != nil {
		return []Violation{{"", "not JSON: " + err.Error()}}
	}
	return append(held(v.card, card, ""), v.rules(card)...)
}

// rules passes over values of a wrong type, of which the schema speaks.
func (v AgentCard) rules(value any) (wrong []Violation) {
	card, _ := value.(map[string]any)
	endpoint, _ := card["endpoint"].(map[string]any)
	wrong = v.wrongAddresses(endpoint)
	capabilities, _ := card["capabilities"].([]any)
	for i, each := range capabilities {
		capability, _ := each.(map[string]any)
		for _, key := range []string{"input_schema", "output_schema"} {
			if schema, ok := capability[key].(map[string]any); ok {
				wrong = append(wrong, held(v.metaschema, schema, fmt.Sprintf("/capabilities/%d/%s", i, key))...)
			}
		}
	}
	return wrong
}

func held(schema *jsonschema.Schema, value any, at string) []Violation {
	if err, ok := schema.Validate(value).(*jsonschema.ValidationError); ok {
		return leaves(*err.DetailedOutput(), at)
	}
	return nil
}

func leaves(unit jsonschema.OutputUnit, at string) (wrong []Violation) {
	if len(unit.Errors) == 0 {
		return []Violation{{at + unit.InstanceLocation, unit.Error.String()}}
	}
	for _, part := range unit.Errors {
		wrong = append(wrong, leaves(part, at)...)
	}
	return wrong
}

var uri = regexp.MustCompile(strings.NewReplacer(
	"{char}", `(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`,
	"{name}", `(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*`,
	"{user}", `(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*`,
	"{future}", `[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+`,
).Replace(`^[A-Za-z][A-Za-z0-9+.-]*:` +
	`(?://(?:{user}@)?(?:\[(?:{future}|([0-9A-Fa-f:.]+))\]|{name})(?::[0-9]*)?(?:/{char}*)*|/?(?:{char}+(?:/{char}*)*)?)` +
	`(?:\?(?:{char}|[/?])*)?(?:#(?:{char}|[/?])*)?$`))

// notURI is wrong with a text that is no URI; of what is no text, the schema speaks.
func notURI(value any, at string) []Violation {
	if text, ok := value.(string); ok && !isURI(text) {
		return []Violation{{at, "not a URI by RFC 3986"}}
	}
	return nil
}

// isURIReference takes what may stand for a URI beside another one, too.
func isURIReference(text string) bool {
	if first := strings.IndexAny(text, ":/?#"); first >= 0 && text[first] == ':' {
		return isURI(text)
	}
	return isURI("x:" + text)
}

// isURI knows the grammar of RFC 3986; net/url lets much through, and refuses some of what is right.
func isURI(text string) bool {
	found := uri.FindStringSubmatch(text)
	if found == nil || found[1] == "" {
		return found != nil
	}
	address, err := netip.ParseAddr(found[1])
	return err == nil && address.Is6()
}
