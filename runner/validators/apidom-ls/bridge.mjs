// Asks ApiDOM's language service (https://github.com/swagger-api/apidom), which editors of Swagger ask about Agent Cards.
import { config, getLanguageService } from "@swagger-api/apidom-ls";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { TextDocument } from "vscode-languageserver-textdocument";

const service = getLanguageService({
  metadata: config(),
  defaultContentLanguage: {
    namespace: "a2a",
    version: "1.0.1",
    format: "JSON",
    mediaType: "application/vnd.a2a+json;version=1.0.1",
  },
});

// It keeps what it has parsed of an address, so that each card has its own.
async function judge(id, card) {
  const document = TextDocument.create(`file:///${id}.json`, "json", 0, card.toString());
  const errors = (await service.doValidation(document)).filter((each) => each.severity === DiagnosticSeverity.Error);
  return { valid: errors.length === 0, errors: errors.map(({ message }) => ({ message })) };
}

async function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  return { id: question.id, ...(await judge(question.id, Buffer.from(question.card, "base64"))) };
}

let rest = "";
let turn = Promise.resolve();
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  turn = turn.then(async () => {
    for (const line of lines) process.stdout.write(JSON.stringify(await answer(line)) + "\n");
  });
});
