// Asks @cfworker/json-schema, which asserts formats by itself.
import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";

const schemas = process.argv[2];
// It has no metaschema of its own; with an empty one, what a schema inside a card is goes unasked.
const metaschema = { $id: "https://json-schema.org/draft/2020-12/schema" };
const engines = {};

function compile(dialect) {
  const engine = new Validator(JSON.parse(readFileSync(`${schemas}/${dialect}/card.schema.json`)), "2020-12");
  engine.addSchema(metaschema);
  return engine;
}

function judge(card, dialect) {
  let value;
  try {
    value = JSON.parse(card.toString());
  } catch (error) {
    return { valid: false, errors: [{ message: `not JSON: ${error.message}` }] };
  }
  const { valid, errors } = (engines[dialect] ??= compile(dialect)).validate(value);
  return { valid, errors: errors.map((error) => ({ pointer: error.instanceLocation.slice(1), message: error.error })) };
}

function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  return { id: question.id, ...judge(Buffer.from(question.card, "base64"), question.dialect) };
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  process.stdout.write(lines.map((line) => JSON.stringify(answer(line)) + "\n").join(""));
});
