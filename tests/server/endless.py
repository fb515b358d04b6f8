"""A server with a call that does not end, as a program for the processes of tests."""

# A server in which `find_route` to "nowhere" takes steps until it is stopped.
ENDLESS = """
import sys
import queries
original = queries.answer
def answer(snapshot, tool, arguments=None, *, check=None):
    if tool == "find_route" and arguments["to"] == "nowhere":
        print("started", file=sys.stderr, flush=True)
        try:
            while True:
                check()
        finally:
            print("stopped", file=sys.stderr, flush=True)
    return original(snapshot, tool, arguments, check=check)
queries.answer = answer
import server.__main__
server.__main__.main()
"""

ENDLESS_CALL = {"name": "find_route", "arguments": {"from": "yard", "to": "nowhere"}}
