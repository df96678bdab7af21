"""A service that judges what is posted to it; prints its port once it listens."""

import base64
import json
from http.server import BaseHTTPRequestHandler, HTTPServer

from judging import judge


class Service(BaseHTTPRequestHandler):
    """Judges a card in the context of its header."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer one card."""
        card = self.rfile.read(int(self.headers["Content-Length"]))
        context = json.loads(base64.urlsafe_b64decode(self.headers["AgentCard-Context"]))
        answer = json.dumps({"valid": judge(card, self.headers["AgentCard-Dialect"], context)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


server = HTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
server.serve_forever()
