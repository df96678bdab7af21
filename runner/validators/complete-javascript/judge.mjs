// Judges a card by the rules of its dialect: one more dialect is a line here, and a file where it has rules of its own.
import { judgeOf } from "./agentcard.mjs";
import draft00 from "./agentcard-draft-00.mjs";
import sdCard02 from "./sd-card-02.mjs";

const JUDGES = new Map([
  ["agentcard-1.0", judgeOf("agentcard-1.0")],
  ["agentcard-draft-00", draft00],
  ["sd-card-02", sdCard02],
]);

export function judge(card, dialect, context) {
  return JUDGES.get(dialect)?.(card, context) ?? { skip: "a dialect that it does not read" };
}
