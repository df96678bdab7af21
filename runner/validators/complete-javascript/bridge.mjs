// The validator on the stream protocol: `node bridge.mjs PATH/schema`.
import { judge } from "./judge.mjs";

function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  return { id: question.id, ...judge(Buffer.from(question.card, "base64"), question.dialect, question.context) };
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  process.stdout.write(lines.map((line) => JSON.stringify(answer(line)) + "\n").join(""));
});
