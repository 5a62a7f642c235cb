"""Asks a server, through the official client, in one of its modes.

usage: client.py MODE QUESTIONS COMMAND WORD...

QUESTIONS is a file with a JSON array of [tool, arguments]. Prints one JSON object: the version that was
agreed on, the tools, and what each question was answered, as text blocks and structured content.
"""

import asyncio
import json
import os
import sys

from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client


async def main(mode, questions, command, words):
    # A client hands on little of its environment by itself, and not where apps have their sockets.
    server = StdioServerParameters(command=command, args=words, env=dict(os.environ))
    async with Client(stdio_client(server), mode=mode) as client:
        tools = await client.list_tools()
        answers = []
        for tool, arguments in questions:
            result = await client.call_tool(tool, arguments)
            answers.append(
                {
                    "isError": bool(result.is_error),
                    "texts": [block.text for block in result.content],
                    "structured": result.structured_content,
                }
            )
        print(
            json.dumps(
                {
                    "version": client.protocol_version,
                    "tools": [tool.name for tool in tools.tools],
                    "definitions": len(tools.model_dump_json(by_alias=True, exclude_none=True)),
                    "answers": answers,
                }
            )
        )


with open(sys.argv[2]) as file:
    asyncio.run(main(sys.argv[1], json.load(file), sys.argv[3], sys.argv[4:]))
