"""What of an Agent Card is signed (A2A 1.0, section 8.4.1), read off the proto file.

A name with ! stays with its default value, one with % is a map, and what follows a colon is the message that a field,
its items or the values of its map hold.
"""

import re
from typing import Any

MESSAGES = {
    "AgentCard": "name! description! supportedInterfaces!:Interface provider!:Provider version! documentationUrl! "
    "capabilities!:Capabilities securitySchemes%:Scheme securityRequirements:Requirement defaultInputModes! "
    "defaultOutputModes! skills!:Skill iconUrl!",
    "Interface": "url! protocolBinding! tenant protocolVersion!",
    "Provider": "url! organization!",
    "Capabilities": "streaming! pushNotifications! extensions:Extension extendedAgentCard!",
    "Extension": "uri description required params!",
    "Requirement": "schemes%:StringList",
    "StringList": "list",
    "Skill": "id! name! description! tags! examples inputModes outputModes securityRequirements:Requirement",
    "Scheme": "apiKeySecurityScheme!:ApiKey httpAuthSecurityScheme!:HttpAuth oauth2SecurityScheme!:OAuth2 "
    "openIdConnectSecurityScheme!:OpenIdConnect mtlsSecurityScheme!:MutualTls",
    "ApiKey": "description location! name!",
    "HttpAuth": "description scheme! bearerFormat",
    "OAuth2": "description flows!:Flows oauth2MetadataUrl",
    "OpenIdConnect": "description openIdConnectUrl!",
    "MutualTls": "description",
    "Flows": "authorizationCode!:AuthorizationCode clientCredentials!:ClientCredentials implicit!:Implicit "
    "password!:Password deviceCode!:DeviceCode",
    "AuthorizationCode": "authorizationUrl! tokenUrl! refreshUrl scopes! pkceRequired",
    "ClientCredentials": "tokenUrl! refreshUrl scopes!",
    "Implicit": "authorizationUrl refreshUrl scopes",
    "Password": "tokenUrl refreshUrl scopes",
    "DeviceCode": "deviceAuthorizationUrl! tokenUrl! refreshUrl scopes!",
}


def signed_form(value: Any, message: str = "AgentCard") -> Any:
    if isinstance(value, list):
        return [signed_form(each, message) for each in value]
    if not isinstance(value, dict):
        return value
    form = {}
    for name, stays, is_map, inner in re.findall(r"(\w+)(!?)(%?):?(\w*)", MESSAGES[message]):
        part = value.get(name)
        if inner and is_map and isinstance(part, dict):
            part = {key: signed_form(each, inner) for key, each in part.items()}
        elif inner:
            part = signed_form(part, inner)
        if part or (stays and part is not None):
            form[name] = part
    return form
