package main

// NewAgentCard1 judges cards of the README, where three members of the endpoint are addresses.
func NewAgentCard1(schema string) Validator {
	return newAgentCard(schema, func(endpoint map[string]any) []Violation {
		auth, _ := endpoint["auth"].(map[string]any)
		wrong := append(notURI(endpoint["url"], "/endpoint/url"), notURI(endpoint["health_url"], "/endpoint/health_url")...)
		return append(wrong, notURI(auth["token_url"], "/endpoint/auth/token_url")...)
	})
}
