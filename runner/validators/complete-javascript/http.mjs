// The validator as a service, on a port of its own choice that it prints: `node http.mjs PATH/schema`.
import { createServer } from "node:http";
import { judge } from "./judge.mjs";

const server = createServer(async (request, response) => {
  const card = Buffer.concat(await request.toArray());
  const dialect = request.headers["agentcard-dialect"];
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(judge(card, dialect)));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
