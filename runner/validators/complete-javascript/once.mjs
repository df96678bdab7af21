// The validator as a program for each card, which comes on standard input: `node once.mjs PATH/schema DIALECT CONTEXT-FILE`.
import { readFileSync } from "node:fs";
import { judge } from "./judge.mjs";

const [, , , dialect, context] = process.argv;
console.log(JSON.stringify(judge(readFileSync(0), dialect, JSON.parse(readFileSync(context)))));
