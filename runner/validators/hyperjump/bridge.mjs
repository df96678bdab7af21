// Asks @hyperjump/json-schema, with its formats loaded and asserted.
import { readFileSync } from "node:fs";
import { registerSchema, setShouldValidateFormat, validate as compiled } from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";

const schemas = process.argv[2];
const engines = {};
setShouldValidateFormat(true);

function compile(dialect) {
  const schema = JSON.parse(readFileSync(`${schemas}/${dialect}/card.schema.json`));
  registerSchema(schema);
  return compiled(schema.$id);
}

async function judge(card, dialect) {
  let value;
  try {
    value = JSON.parse(card.toString());
  } catch (error) {
    return { valid: false, errors: [{ message: `not JSON: ${error.message}` }] };
  }
  const validate = await (engines[dialect] ??= compile(dialect));
  try {
    return { valid: validate(value).valid };
  } catch (error) {
    // It throws on some URIs and when nested too deep: no verdict.
    return { error: String(error) };
  }
}

async function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  return { id: question.id, ...(await judge(Buffer.from(question.card, "base64"), question.dialect)) };
}

let rest = "";
for await (const chunk of process.stdin.setEncoding("utf8")) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  const answers = await Promise.all(lines.map(answer));
  process.stdout.write(answers.map((each) => JSON.stringify(each) + "\n").join(""));
}
