package main

import "regexp"

// What of an Agent Card is signed (A2A 1.0, section 8.4.1): a name with ! stays with its default value, one with % is a
// map, and what follows a colon is the message that a field, its items or the values of its map hold.
var messages = map[string]string{
	"AgentCard": "name! description! supportedInterfaces!:Interface provider!:Provider version! documentationUrl! " +
		"capabilities!:Capabilities securitySchemes%:Scheme securityRequirements:Requirement defaultInputModes! " +
		"defaultOutputModes! skills!:Skill iconUrl!",
	"Interface":    "url! protocolBinding! tenant protocolVersion!",
	"Provider":     "url! organization!",
	"Capabilities": "streaming! pushNotifications! extensions:Extension extendedAgentCard!",
	"Extension":    "uri description required params!",
	"Requirement":  "schemes%:StringList",
	"StringList":   "list",
	"Skill":        "id! name! description! tags! examples inputModes outputModes securityRequirements:Requirement",
	"Scheme": "apiKeySecurityScheme!:ApiKey httpAuthSecurityScheme!:HttpAuth oauth2SecurityScheme!:OAuth2 " +
		"openIdConnectSecurityScheme!:OpenIdConnect mtlsSecurityScheme!:MutualTls",
	"ApiKey":        "description location! name!",
	"HttpAuth":      "description scheme! bearerFormat",
	"OAuth2":        "description flows!:Flows oauth2MetadataUrl",
	"OpenIdConnect": "description openIdConnectUrl!",
	"MutualTls":     "description",
	"Flows": "authorizationCode!:AuthorizationCode clientCredentials!:ClientCredentials implicit!:Implicit " +
		"password!:Password deviceCode!:DeviceCode",
	"AuthorizationCode": "authorizationUrl! tokenUrl! refreshUrl scopes! pkceRequired",
	"ClientCredentials": "tokenUrl! refreshUrl scopes!",
	"Implicit":          "authorizationUrl refreshUrl scopes",
	"Password":          "tokenUrl refreshUrl scopes",
	"DeviceCode":        "deviceAuthorizationUrl! tokenUrl! refreshUrl scopes!",
}

var field = regexp.MustCompile(`(\w+)(!?)(%?):?(\w*)`)

func signedForm(value any, message string) any {
	if items, ok := value.([]any); ok {
		form := []any{}
		for _, each := range items {
			form = append(form, signedForm(each, message))
		}
		return form
	}
	members, ok := value.(map[string]any)
	if !ok {
		return value
	}
	form := map[string]any{}
	for _, found := range field.FindAllStringSubmatch(messages[message], -1) {
		name, stays, isMap, inner := found[1], found[2] != "", found[3] != "", found[4]
		part := members[name]
		if values, ok := part.(map[string]any); ok && isMap {
			of := map[string]any{}
			for key, each := range values {
				of[key] = signedForm(each, inner)
			}
			part = of
		} else if inner != "" {
			part = signedForm(part, inner)
		}
		if part != nil && (stays || !isDefault(part)) {
			form[name] = part
		}
	}
	return form
}

func isDefault(value any) bool {
	switch part := value.(type) {
	case string:
		return part == ""
	case bool:
		return !part
	case []any:
		return len(part) == 0
	case map[string]any:
		return len(part) == 0
	}
	return false
}
