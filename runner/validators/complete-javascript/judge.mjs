// Judges a card by the rules of its dialect: one more dialect is a line here, and a file where it has rules of its own.
import { judgeOf } from "./agentcard.mjs";
import draft00 from "./agentcard-draft-00.mjs";

const JUDGES = new Map([
  ["agentcard-1.0", judgeOf("agentcard-1.0")],
  ["agentcard-draft-00", draft00],
]);

export function judge(card, dialect) {
  return JUDGES.get(dialect)?.(card) ?? { skip: "a dialect that it does not read" };
}
