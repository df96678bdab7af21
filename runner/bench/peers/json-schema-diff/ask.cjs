// Asks json-schema-diff, in a process that stays up.
const { createInterface } = require("node:readline");
const { createRequire } = require("node:module");

const { diffSchemas } = createRequire(`${process.cwd()}/`)("json-schema-diff");

(async () => {
  for await (const line of createInterface({ input: process.stdin })) {
    const { old, new: revised } = JSON.parse(line);
    const told = await diffSchemas({ sourceSchema: old, destinationSchema: revised }).then(
      ({ removalsFound }) => ({ compatible: !removalsFound }),
      ({ name }) => ({ open: name }),
    );
    console.log(JSON.stringify(told));
  }
})();
