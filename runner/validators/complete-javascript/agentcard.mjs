// What the AgentCard dialects share: strict UTF-8 and JSON, the suite's schema run by Ajv, and what a schema cannot
// say: which URIs RFC 3986 allows, and that a capability's schemas are schemas.
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import Ajv from "ajv/dist/2020.js";

const METASCHEMA = "https://json-schema.org/draft/2020-12/schema";
let isSchema; // compiled for the first card that holds a schema

const CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})";
const IN_PATH = `(?:${CHARACTER}|[:@])`;
const AUTHORITY = `(?:(?:${CHARACTER}|:)*@)?(?:\\[(?<ip>[^\\]]*)\\]|${CHARACTER}*)(?::[0-9]*)?`;
const PATH = `(?://${AUTHORITY}(?:/${IN_PATH}*)*|(?!//)(?:${IN_PATH}|/)*)`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:${PATH}(?:\\?(?:${IN_PATH}|[/?])*)?(?:#(?:${IN_PATH}|[/?])*)?$`);
const IP_OF_THE_FUTURE = /^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/;

// A pattern need not be a regular expression: JSON Schema only says that it ought to be one.
const SCHEMA_FORMATS = { uri: isUri, "uri-reference": isUriReference, regex: true };

/** A judge of the cards of a dialect; moreErrors finds in a card what that dialect alone forbids. */
export function judgeOf(dialect, moreErrors = () => []) {
  let isCard; // compiled for its first card
  return (card) => {
    let value;
    try {
      // Without ignoreBOM a byte order mark would be dropped in silence.
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(card));
    } catch (error) {
      return { valid: false, errors: [{ message: error.message }] };
    }
    isCard ??= compile(dialect);
    const errors = [...errorsOf(isCard, value, ""), ...moreErrors(value), ...errorsInSchemas(value)];
    return { valid: errors.length === 0, errors };
  };
}

export function compile(dialect) {
  const schema = JSON.parse(readFileSync(`${process.argv[2]}/${dialect}/card.schema.json`));
  return new Ajv({ allErrors: true, formats: { uri: isUri } }).compile(schema);
}

function* errorsInSchemas(card) {
  if (!Array.isArray(card?.capabilities)) return;
  for (const [index, capability] of card.capabilities.entries()) {
    for (const member of ["input_schema", "output_schema"]) {
      const schema = capability?.[member];
      // Of another type, the card's own schema has refused it.
      if (!isObject(schema)) continue;
      // By a reference: what Ajv compiles as a metaschema, it compiles without formats.
      isSchema ??= new Ajv({ formats: SCHEMA_FORMATS, validateSchema: false }).compile({ $ref: METASCHEMA });
      yield* errorsOf(isSchema, schema, `/capabilities/${index}/${member}`);
    }
  }
}

export function* errorsOf(validate, value, where) {
  if (validate(value)) return;
  for (const { instancePath, schemaPath, message } of validate.errors) {
    // In the suite's schema, the entries of $defs are named after its requirements.
    const requirement = where ? "" : (/^#\/\$defs\/([^/]+)/.exec(schemaPath)?.[1] ?? "");
    yield { pointer: where + instancePath, message, requirement };
  }
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isUriReference(text) {
  return isUri(/^[^/?#]*:/.test(text) ? text : `x:${text}`);
}

export function isUri(text) {
  const found = URI.exec(text);
  const ip = found?.groups.ip;
  return found !== null && (ip === undefined || IP_OF_THE_FUTURE.test(ip) || (isIPv6(ip) && !ip.includes("%")));
}
