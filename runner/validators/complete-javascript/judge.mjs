// Judges a card by the rules of its dialect: one more dialect is one more file, and a line here.
import draft00 from "./agentcard-draft-00.mjs";

const JUDGES = new Map([["agentcard-draft-00", draft00]]);

export function judge(card, dialect) {
  return JUDGES.get(dialect)?.(card) ?? { skip: "a dialect that it does not read" };
}
