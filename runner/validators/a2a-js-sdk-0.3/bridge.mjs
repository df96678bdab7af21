// Reads Agent Cards with the resolver of @a2a-js/sdk 0.3 (https://github.com/a2aproject/a2a-js), from memory.
import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";

async function judge(card) {
  const fetchImpl = async () => new Response(card);
  await new DefaultAgentCardResolver({ fetchImpl }).resolve("https://agent.example/");
  return { valid: true };
}

async function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  try {
    return { id: question.id, ...(await judge(Buffer.from(question.card, "base64"))) };
  } catch (error) {
    return { id: question.id, valid: false, errors: [{ message: String(error) }] };
  }
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
