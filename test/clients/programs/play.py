"""What every client of Python does here: the same two calls, one after the other, with a line on how each ended, or a small suite."""

import sys

REX = {"name": "Rex", "categoryId": 1}


def play(create_client):
    base, key, retries, patience, *suite = sys.argv[1:]
    client = create_client(base, key, int(retries), float(patience))
    if suite == ["four"]:
        return four(**client)
    say("list", lambda: client["get"]("/pets"))
    say("create", lambda: client["create"](REX))


def four(get, create):
    get("/pets")
    get("/pets?limit=5")
    pet = create(REX)
    if get(f"/pets/{pet['id']}")["name"] != REX["name"]:
        raise RuntimeError("another animal was read back")


def say(name, call):
    try:
        call()
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])
