// The validator as a service, on a port of its own choice that it prints: `node http.mjs PATH/schema`.
import { createServer } from "node:http";
import { judge } from "./judge.mjs";

const server = createServer(async (request, response) => {
  const card = Buffer.concat(await request.toArray());
  const dialect = request.headers["agentcard-dialect"];
  const context = JSON.parse(Buffer.from(request.headers["agentcard-context"], "base64url"));
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(judge(card, dialect, context)));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
