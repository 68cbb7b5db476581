#!/usr/bin/env python3
"""Says as JSON why a screen can't open its player yet: kiosk-network.py PLAYER

`problem` is null, or one of no-network, no-server, wrong-address, captive-portal; `detail` is what the system said, and
`addresses` are the machine's own.
"""

import fcntl
import json
import os
import socket
import ssl
import struct
import sys
import urllib.error
import urllib.request

SECONDS = 4
MOST_BYTES = 100_000
# A login page answers any path, a server only its own.
NOWHERE = "/vitrine-" + os.urandom(8).hex()
SIOCGIFADDR = 0x8915
LOOPBACK = "lo"


def own_addresses():
    """IPv4 addresses, and IPv6 ones that reach beyond the link."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            if name == LOOPBACK:
                continue
            try:
                said = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(said[20:24]))
            except OSError:
                pass
    try:
        with open("/proc/net/if_inet6", encoding="ascii") as lines:
            for digits, _, _, scope, _, name in (line.split() for line in lines):
                if name != LOOPBACK and scope == "00":
                    found.append(socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits)))
    except (OSError, ValueError):
        pass
    return found


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


# Browsers of kiosks use no proxy, so this check doesn't either.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay)


def load(url):
    """The status, where it redirects, and the body."""
    try:
        with OPENER.open(url, timeout=SECONDS) as answer:
            return answer.status, None, answer.read(MOST_BYTES)
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers.get("Location"), b""


def is_player(body):
    try:
        return json.loads(body)["name"] == "Vitrine player"
    except (ValueError, KeyError, TypeError):
        return False


def problem_of(player, addresses):
    if not addresses and "//127." not in player and "//localhost" not in player and "//[::1]" not in player:
        return "no-network", "No network interface has an address"
    try:
        status, place, body = load(player + "/app.webmanifest")
        if status == 200 and is_player(body):
            return None, ""
        said = "%s answers %d%s" % (player, status, " and redirects to " + place if place else "")
        if status in (502, 503, 504):
            return "no-server", said
        if status == 511 or place and not place.startswith(("/", player + "/")):
            return "captive-portal", said
        if status == 200 and load(player + NOWHERE)[0] == 200:
            return "captive-portal", said + " to everything"
        return "wrong-address", said
    except Exception as error:  # Whatever answers there, the screen says that it isn't the player.
        reason = getattr(error, "reason", error)
        if isinstance(reason, socket.gaierror):
            unknown = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
            return ("wrong-address" if reason.errno in unknown else "no-server"), str(reason)
        if isinstance(reason, ssl.SSLCertVerificationError):
            return "captive-portal", str(reason)
        return "no-server", getattr(reason, "strerror", None) or str(reason) or type(reason).__name__


def main():
    player = sys.argv[1]
    addresses = own_addresses()
    problem, detail = problem_of(player, addresses)
    state = {"player": player, "problem": problem, "detail": detail[:300], "addresses": addresses[:6]}
    print(json.dumps({**state, "name": socket.gethostname()}))


if __name__ == "__main__":
    main()
