// Signed cards: takes an SD-JWT apart, puts what is disclosed in its places, has the suite's schema say of what form the
// parts are, and verifies what takes keys, a clock and a nonce, in the order of RFC 9901, section 7.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { compile, errorsOf, isObject, isUri } from "./agentcard.mjs";

const PERMANENT = ["iss", "sub", "iat", "exp", "vct", "name", "description", "version", "cnf"];
let isCard, mustRequirements; // read for the first card

export default function judge(card, context) {
  let parts;
  try {
    parts = takeApart(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(card));
  } catch (error) {
    return { valid: false, errors: [{ message: error.message }] };
  }
  const errors = [...errorsOfForm(parts), ...errorsOfIssuer(parts, context), ...errorsOfHolder(parts, context)];
  return { valid: errors.length === 0, errors };
}

// The value that the suite's schema describes, with what is signed and hashed beside it.
function takeApart(text) {
  const pieces = text.split("~");
  const binding = pieces.pop();
  const [jwt, ...disclosed] = pieces;
  check(pieces.length > 0 && !pieces.includes(""), "no SD-JWT: a part is missing");
  check(disclosed.every((piece) => !piece.includes(".")), "a JWT stands among the disclosures");
  const issuer = readJwt(jwt);
  const disclosures = disclosed.map(readJson);
  return {
    issuer,
    disclosures,
    ...(binding && { key_binding: readJwt(binding) }),
    card: disclose(issuer.payload, new Map(disclosed.map((piece, index) => [hash(piece), disclosures[index]]))),
    bound: text.slice(0, text.length - binding.length),
  };
}

function readJwt(text) {
  const [header, payload, signature, ...rest] = text.split(".");
  check(signature !== undefined && header && payload && rest.length === 0, "a JWT has three parts");
  return { header: readJson(header), payload: readJson(payload), signature: decode(signature), signed: `${header}.${payload}` };
}

function readJson(text) {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decode(text)));
}

// Node.js's own decoder passes over what is no base64url.
function decode(text) {
  check(/^[A-Za-z0-9_-]*$/.test(text) && text.length % 4 !== 1, "no base64url");
  return Buffer.from(text, "base64url");
}

function hash(text) {
  return createHash("sha256").update(text).digest("base64url");
}

// Section 7.1, step 3: the payload after disclosure; digests that belong to nothing vanish.
function disclose(payload, disclosures) {
  if (!isObject(payload) || (payload._sd_alg ?? "sha-256") !== "sha-256") return payload;
  const found = new Set();
  const { _sd_alg, ...card } = unfold(payload);
  check([...disclosures.keys()].every((digest) => found.has(digest)), "no digest refers to a disclosure");
  return card;

  function unfold(value) {
    if (Array.isArray(value)) return value.flatMap((item) => (isItemDigest(item) ? reveal(item["..."], 2) : [unfold(item)]));
    if (!isObject(value)) return value;
    const members = new Map();
    for (const [name, part] of Object.entries(value)) if (name !== "_sd") members.set(name, unfold(part));
    for (const digest of areStrings(value._sd) ? value._sd : []) {
      const [part, name] = reveal(digest, 3).reverse();
      if (name === undefined) continue;
      check(!members.has(name), `there is a member ${name} already`);
      members.set(name, part);
    }
    return Object.fromEntries(members); // unlike an assignment it makes a member of __proto__, too
  }

  // What a digest stands for without the salt, or nothing.
  function reveal(digest, length) {
    check(!found.has(digest), "a digest occurs twice");
    found.add(digest);
    if (!disclosures.has(digest)) return [];
    const disclosure = disclosures.get(digest);
    check(Array.isArray(disclosure) && disclosure.length === length, "a disclosure is not of the form of its place");
    return [...disclosure.slice(1, -1), unfold(disclosure.at(-1))];
  }
}

// An array that holds anything else has no digests.
function areStrings(value) {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isItemDigest(item) {
  return isObject(item) && Object.keys(item).join() === "..." && typeof item["..."] === "string";
}

// The schema says what is advised and what is contested, too; a card is refused for what it must be.
function* errorsOfForm(parts) {
  isCard ??= compile("sd-card-02");
  mustRequirements ??= new Set(
    JSON.parse(readFileSync(`${process.argv[2]}/sd-card-02/requirements.json`))
      .requirements.filter(({ level }) => level === "must")
      .map(({ id }) => id),
  );
  for (const error of errorsOf(isCard, parts, "")) if (mustRequirements.has(error.requirement)) yield error;
}

function* errorsOfIssuer({ issuer, card }, { now, typ, audience, issuer: trusted, issuer_keys: { keys } }) {
  const named = keys.filter(({ kid }) => kid === issuer.header?.kid);
  if (typ && !typ.includes(issuer.header?.typ)) yield { message: "is of a type that is not taken" };
  if (!(named.length ? named : keys).some((key) => isSigned(issuer, key))) yield { message: "is not signed by the issuer" };
  if (card?.iss !== trusted || !isUri(trusted)) yield { message: "is of another issuer" };
  if (PERMANENT.some((name) => Object.hasOwn(card ?? {}, name) && !Object.hasOwn(issuer.payload, name))) {
    yield { message: "a claim that everybody sees is a disclosure" };
  }
  if (card?.exp <= now || card?.nbf > now) yield { message: "is not valid now" };
  if (card?.aud !== undefined && ![card.aud].flat().includes(audience)) yield { message: "is for somebody else" };
  if (isObject(card?.cnf?.jwk) && !publicKey(card.cnf.jwk)) yield { message: "the key of the holder is none" };
}

// Whether a card is to be bound is the verifier's to say, never the holder's.
function* errorsOfHolder({ key_binding, card, bound }, context) {
  if (!key_binding) {
    if (context.require_key_binding) yield { message: "is not bound" };
    return;
  }
  const { now, clock_skew, key_binding_max_age, audience, nonce } = context;
  const { iat, exp, nbf, aud, nonce: given, sd_hash } = key_binding.payload ?? {};
  if (!isSigned(key_binding, card?.cnf?.jwk)) yield { message: "is not bound by the key of the holder" };
  if (!(iat >= now - key_binding_max_age && iat <= now + clock_skew)) yield { message: "is not bound now" };
  if (exp <= now || nbf > now) yield { message: "the key binding is not valid now" };
  if (aud !== audience) yield { message: "is bound for somebody else" };
  if (nonce !== null && given !== nonce) yield { message: "is bound with another nonce" };
  if (sd_hash !== hash(bound)) yield { message: "something else is bound" };
}

function isSigned({ signed, signature }, jwk) {
  const key = publicKey(jwk);
  return key !== undefined && verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature);
}

// A key on P-256; Node.js refuses a point that is not on the curve.
function publicKey(jwk) {
  const { kty, crv, x, y } = jwk ?? {};
  try {
    return kty === "EC" && crv === "P-256" ? createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }) : undefined;
  } catch {
    return undefined;
  }
}

function check(is, message) {
  if (!is) throw new Error(message);
}
