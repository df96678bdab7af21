// What of an Agent Card is signed (A2A 1.0, section 8.4.1): a name with ! stays with its default value, one with % is a
// map, and what follows a colon is the message that a field, its items or the values of its map hold.
const MESSAGES = {
  AgentCard:
    "name! description! supportedInterfaces!:Interface provider!:Provider version! documentationUrl! " +
    "capabilities!:Capabilities securitySchemes%:Scheme securityRequirements:Requirement defaultInputModes! " +
    "defaultOutputModes! skills!:Skill iconUrl!",
  Interface: "url! protocolBinding! tenant protocolVersion!",
  Provider: "url! organization!",
  Capabilities: "streaming! pushNotifications! extensions:Extension extendedAgentCard!",
  Extension: "uri description required params!",
  Requirement: "schemes%:StringList",
  StringList: "list",
  Skill: "id! name! description! tags! examples inputModes outputModes securityRequirements:Requirement",
  Scheme:
    "apiKeySecurityScheme!:ApiKey httpAuthSecurityScheme!:HttpAuth oauth2SecurityScheme!:OAuth2 " +
    "openIdConnectSecurityScheme!:OpenIdConnect mtlsSecurityScheme!:MutualTls",
  ApiKey: "description location! name!",
  HttpAuth: "description scheme! bearerFormat",
  OAuth2: "description flows!:Flows oauth2MetadataUrl",
  OpenIdConnect: "description openIdConnectUrl!",
  MutualTls: "description",
  Flows:
    "authorizationCode!:AuthorizationCode clientCredentials!:ClientCredentials implicit!:Implicit " +
    "password!:Password deviceCode!:DeviceCode",
  AuthorizationCode: "authorizationUrl! tokenUrl! refreshUrl scopes! pkceRequired",
  ClientCredentials: "tokenUrl! refreshUrl scopes!",
  Implicit: "authorizationUrl refreshUrl scopes",
  Password: "tokenUrl refreshUrl scopes",
  DeviceCode: "deviceAuthorizationUrl! tokenUrl! refreshUrl scopes!",
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value) => !value || (typeof value === "object" && Object.keys(value).length === 0);

export function signedForm(value, message = "AgentCard") {
  if (Array.isArray(value)) return value.map((each) => signedForm(each, message));
  if (!isObject(value)) return value;
  const form = {};
  for (const field of MESSAGES[message].split(" ")) {
    const [, name, stays, isMap, inner] = field.match(/^(\w+)(!?)(%?):?(\w*)$/);
    if (!Object.hasOwn(value, name) || value[name] === null) continue;
    let part = value[name];
    if (inner && isMap && isObject(part)) {
      part = Object.fromEntries(Object.entries(part).map(([key, each]) => [key, signedForm(each, inner)]));
    } else if (inner) {
      part = signedForm(part, inner);
    }
    if (stays || !isEmpty(part)) form[name] = part;
  }
  return form;
}
