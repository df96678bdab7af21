// The validator as a program for each card, which comes on standard input: `node once.mjs PATH/schema DIALECT`.
import { readFileSync } from "node:fs";
import { judge } from "./judge.mjs";

console.log(JSON.stringify(judge(readFileSync(0), process.argv[3])));
