// Verifies signed cards with @a2a-js/sdk (https://github.com/a2aproject/a2a-js), read as its resolver reads them.
import { canonicalizeAgentCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";
import { base64url, importJWK } from "jose";

console.debug = () => {}; // it tells of every signature that is wrong

async function findKey(keys, kid) {
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw new Error("no such key");
  return importJWK(key, key.kty === "EC" ? "ES256" : "EdDSA");
}

// What is signed is joined as the SDK's verifier joins it.
function steps(card) {
  const payload = canonicalizeAgentCard(card);
  const encoded = base64url.encode(payload);
  return { payload, signing_inputs: (card.signatures ?? []).map((each) => `${each.protected}.${encoded}`) };
}

async function judge(text, context) {
  const resolver = new DefaultAgentCardResolver({ fetchImpl: async () => new Response(text) });
  const card = await resolver.resolve("https://agent.example/");
  if (context.project) return { valid: true, projection: steps(card) };
  if (card.signatures?.length) await verifyAgentCardSignature((kid) => findKey(context.issuer_keys.keys, kid))(card);
  return { valid: true };
}

async function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  try {
    return { id: question.id, ...(await judge(Buffer.from(question.card, "base64"), question.context)) };
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
