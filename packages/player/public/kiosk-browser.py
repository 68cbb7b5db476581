#!/usr/bin/env python3
"""Runs the browser, and ends it when its page crashes: kiosk-browser.py BROWSER [FLAG…]

The browser says so through a pipe that only this program has. From outside, a crash shows later: a service worker keeps a
process like that of the page for half a minute. A browser that says nothing just runs.
"""

import json
import os
import signal
import sys

# What Chromium's --remote-debugging-pipe reads and writes.
TO_BROWSER, FROM_BROWSER = 3, 4
DISCOVER = b'{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}\0'
END_SECONDS = 1


class Ended(Exception):
    """The browser's process ended."""


def start(words):
    """The browser's process, and where it writes. It ends when the other pipe is closed, so this program keeps that open."""
    asked, ask = os.pipe()
    heard, said = os.pipe()
    os.write(ask, DISCOVER)
    browser = os.fork()
    if browser == 0:
        # Above the numbers that they get, which may be taken by one another.
        os.dup2(asked, 60)
        os.dup2(said, 61)
        os.dup2(60, TO_BROWSER)
        os.dup2(61, FROM_BROWSER)
        os.closerange(FROM_BROWSER + 1, 256)
        os.execvp(words[0], [words[0], "--remote-debugging-pipe"] + words[1:])
    os.close(asked)
    os.close(said)
    return browser, heard


def crashes(heard):
    """Yields for each page that crashed. Frames and workers that crash are the player's business."""
    pages, rest = set(), b""
    while True:
        some = os.read(heard, 65536)
        if not some:
            signal.pause()
        *messages, rest = (rest + some).split(b"\0")
        for message in messages:
            try:
                said = json.loads(message)
                about = said.get("params", {})
                target = about.get("targetInfo", {})
            except (ValueError, AttributeError):
                continue
            if target.get("type") == "page":
                pages.add(target.get("targetId"))
            if said.get("method") == "Target.targetCrashed" and about.get("targetId") in pages:
                yield


def main(words):
    browser, heard = start(words)

    def end(*_):
        os.kill(browser, signal.SIGTERM)
        # With a crashed page, it may not end on its own.
        signal.alarm(END_SECONDS)

    def ended(*_):
        raise Ended

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(browser, signal.SIGKILL))
    try:
        signal.signal(signal.SIGCHLD, ended)
        if os.waitid(os.P_PID, browser, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            raise Ended
        for _ in crashes(heard):
            print("Restarting the browser: its page crashed", flush=True)
            end()
    except Ended:
        pass
    signal.alarm(0)
    return os.waitstatus_to_exitcode(os.waitpid(browser, 0)[1])


if __name__ == "__main__":
    sys.exit(max(0, main(sys.argv[1:])))
