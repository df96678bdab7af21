// Verifies signed cards with canonicalize (https://github.com/erdtman/canonicalize) and jose
// (https://github.com/panva/jose); which members are signed is read off the proto file here.
import canonicalize from "canonicalize";
import { base64url, flattenedVerify, importJWK } from "jose";
import { signedForm } from "./signed_form.mjs";

const decoder = new TextDecoder("utf-8", { fatal: true });

async function verify(signature, payload, keys) {
  const findKey = (header) => {
    const key = keys.find((each) => each.kid === header.kid);
    if (!key) throw new Error("no such key");
    return importJWK(key, key.kty === "EC" ? "ES256" : "EdDSA");
  };
  await flattenedVerify({ ...signature, payload: base64url.encode(payload) }, findKey, { algorithms: ["ES256", "EdDSA"] });
}

async function judge(text, context) {
  const card = JSON.parse(decoder.decode(text));
  if (card?.constructor !== Object) throw new Error("not an object");
  const payload = canonicalize(signedForm(card));
  const signatures = card.signatures ?? [];
  if (context.project) {
    const inputs = signatures.map((each) => `${each.protected}.${base64url.encode(payload)}`);
    return { valid: true, projection: { payload, signing_inputs: inputs } };
  }
  const tried = await Promise.allSettled(signatures.map((each) => verify(each, payload, context.issuer_keys.keys)));
  const wrong = tried.filter((each) => each.reason);
  const errors = wrong.map((each) => ({ message: String(each.reason) }));
  return wrong.length && wrong.length === tried.length ? { valid: false, errors } : { valid: true };
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
