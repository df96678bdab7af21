// Reads cards with yaml (https://eemeli.org/yaml/), as YAML 1.2; Ajv judges what it reads.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

const schemas = process.argv[2];
const ajv = addFormats(new Ajv());
const engines = {};
const decoder = new TextDecoder("utf-8", { fatal: true });

function compile(dialect) {
  return ajv.compile(JSON.parse(readFileSync(`${schemas}/${dialect}/card.schema.json`)));
}

function judge(card, dialect) {
  let value;
  try {
    value = parse(decoder.decode(card));
  } catch (error) {
    return { valid: false, errors: [{ message: `not YAML: ${error.message}` }] };
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
