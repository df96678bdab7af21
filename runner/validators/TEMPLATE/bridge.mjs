// A stream bridge in JavaScript: call your validator in judge. It needs nothing but Node.js.
//
//   agentcard-conformance doctor --validator "stream:node bridge.mjs"

const DIALECTS = ["agentcard-draft-00"]; // those that your validator reads
const WELCOME = {
  "agentcard-conformance": 1,
  validator: { name: "mine", version: "0.1.0", language: "JavaScript" },
  dialects: DIALECTS,
};

// Your validator's verdict on a card; this one accepts any valid JSON.
function judge(card, dialect, context) {
  try {
    JSON.parse(card.toString());
  } catch (error) {
    return { valid: false, errors: [{ message: `not JSON: ${error.message}` }] };
  }
  return { valid: true };
}

function answer(line) {
  const question = JSON.parse(line);
  if (!("id" in question)) return WELCOME;
  if (!DIALECTS.includes(question.dialect)) return { id: question.id, skip: "a dialect that it does not read" };
  const card = Buffer.from(question.card, "base64");
  return { id: question.id, ...judge(card, question.dialect, question.context) };
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  // All lines that have arrived are answered in one write; node:readline would take twice the time.
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  process.stdout.write(lines.map((line) => JSON.stringify(answer(line)) + "\n").join(""));
});
