// Asks Ajv (https://ajv.js.org/), with the formats of ajv-formats.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const schemas = process.argv[2];
const ajv = addFormats(new Ajv());
const engines = {};

function compile(dialect) {
  return ajv.compile(JSON.parse(readFileSync(`${schemas}/${dialect}/card.schema.json`)));
}

function judge(card, dialect) {
  let value;
  try {
    value = JSON.parse(card.toString());
  } catch (error) {
    return { valid: false, errors: [{ message: `not JSON: ${error.message}` }] };
  }
  const validate = (engines[dialect] ??= compile(dialect));
  if (validate(value)) return { valid: true };
  return { valid: false, errors: validate.errors.map((error) => ({ pointer: error.instancePath, message: error.message })) };
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
