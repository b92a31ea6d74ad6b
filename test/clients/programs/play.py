"""What every client of Python does here: the same two calls, one after the other, with a line on how each ended."""

import sys


def play(create_client):
    base, key, retries, patience = sys.argv[1:]
    client = create_client(base, key, int(retries), float(patience))
    say("list", client["list"])
    say("create", lambda: client["create"]({"name": "Rex", "categoryId": 1}))


def say(name, call):
    try:
        call()
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])
