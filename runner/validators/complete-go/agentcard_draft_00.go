package main

import "strings"

// NewAgentCardDraft00 judges cards of the Internet-Draft, where a web address names a host.
func NewAgentCardDraft00(schema string) Validator {
	return newAgentCard(schema, func(endpoint map[string]any) []Violation {
		if url, ok := endpoint["url"].(string); ok && isURI(url) && !namesHost(url) {
			return []Violation{{"/endpoint/url", "names no host"}}
		}
		return notURI(endpoint["url"], "/endpoint/url")
	})
}

// namesHost asks for a host where a URI is of the scheme http or https, as RFC 9110 does.
func namesHost(uri string) bool {
	scheme, rest, _ := strings.Cut(uri, ":")
	if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return true
	}
	authority, found := strings.CutPrefix(rest, "//")
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	host := authority[strings.LastIndex(authority, "@")+1:]
	return found && host != "" && host[0] != ':'
}
