"""Reads Agent Cards with the resolver of a2a-sdk (https://github.com/a2aproject/a2a-python), from memory."""

import asyncio
import base64
import json
import logging
import os
import sys

import httpx
from a2a.client import A2ACardResolver, A2AClientError

logging.disable()  # it tells of every card that it reads


async def read(card: bytes) -> None:
    served = httpx.MockTransport(lambda _: httpx.Response(200, content=card))
    async with httpx.AsyncClient(transport=served) as client:
        await A2ACardResolver(client, "https://agent.example").get_agent_card()


def judge(card: bytes) -> dict:
    try:
        asyncio.run(read(card))
    except A2AClientError as error:
        return {"valid": False, "errors": [{"message": str(error)}]}
    return {"valid": True}


def answer(line: bytes) -> dict:
    question = json.loads(line)
    if "id" not in question:
        return {"agentcard-conformance": 1}
    return {"id": question["id"], **judge(base64.b64decode(question["card"]))}


def main() -> None:
    rest = b""
    while chunk := os.read(0, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        sys.stdout.write("".join(json.dumps(answer(line)) + "\n" for line in lines))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
