// Asks @sd-jwt/sd-jwt-vc, told the time, the nonce and which claims a card has to have.
import { createHash, createPublicKey, verify } from "node:crypto";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";

const REQUIRED = ["iss", "sub", "iat", "exp", "vct", "name", "description", "version", "cnf"];

async function judge(card, context) {
  const sdJwt = new SDJwtVcInstance({
    hasher: (text, algorithm) => createHash(algorithm.replace("-", "")).update(text).digest(),
    verifier: (data, signature) => issuerKeys(context, data).some((key) => isSigned(data, signature, key)),
    kbVerifier: (data, signature, payload) => isSigned(data, signature, payload.cnf.jwk),
  });
  const result = await sdJwt.safeVerify(card.toString(), {
    currentDate: context.now,
    skewSeconds: context.clock_skew,
    requiredClaimKeys: REQUIRED,
    keyBindingNonce: (context.require_key_binding && context.nonce) || undefined,
  });
  if (result.success) return { valid: true };
  return { valid: false, errors: result.errors.map(({ message }) => ({ message })) };
}

// Those that kid names, or all where it names none; the verifier is given what is signed, header and payload.
function issuerKeys({ issuer_keys: { keys } }, data) {
  const { kid } = JSON.parse(Buffer.from(data.split(".")[0], "base64url"));
  const named = keys.filter((key) => key.kid === kid);
  return named.length ? named : keys;
}

function isSigned(data, signature, jwk) {
  const key = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  return verify("sha256", data, key, Buffer.from(signature, "base64url"));
}

async function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return { "agentcard-conformance": 1 };
  return { id: question.id, ...(await judge(Buffer.from(question.card, "base64"), question.context)) };
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", async (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  const answers = await Promise.all(lines.map(answer));
  process.stdout.write(answers.map((each) => JSON.stringify(each) + "\n").join(""));
});
