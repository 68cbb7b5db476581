#!/usr/bin/env python3
"""Controls the panel of a Vitrine screen and tells its player how the machine is.

kiosk.sh installs it. It listens on loopback only, and answers only the page of the player, which knows this machine's key.
"""

import glob
import hashlib
import hmac
import http.server
import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import termios
import threading
import time

KEY_FILE = os.environ.get("KEY_FILE", "/etc/vitrine-kiosk/key")
CONFIG_FILE = os.environ.get("CONFIG_FILE", "/etc/vitrine-kiosk/panel.conf")
# What the browser and this helper wrote since the machine started.
LOG = ["journalctl", "-b", "-n", "1000", "--no-pager", "-o", "short-iso", *[word for name in ("", "-machine", "-watch", "-orders") for word in ("-u", "vitrine-kiosk" + name)]]
LOG_CHARACTERS = 90000
# systemd runs kiosk-orders.sh as root when a file order-KIND appears here.
ORDERS_FOLDER = os.environ.get("ORDERS_FOLDER", "/run/vitrine-kiosk")
ORDER_KINDS = ("log", "restart-browser", "update-kiosk", "reboot")
# Why the player can't be opened yet, for the installer.
PROBLEM_FILE = "problem"
SYS = os.environ.get("SYS_FOLDER", "")
LOOK_SECONDS = float(os.environ.get("LOOK_SECONDS", "20"))
# A player that stops calling, such as one that crashed, must not leave the panel off.
OFF_SECONDS = float(os.environ.get("OFF_SECONDS", "600"))
# After switching a panel, it may take this long to report its new state.
SETTLE_SECONDS = float(os.environ.get("SETTLE_SECONDS", "30"))
# A TV that is just starting may miss a command.
TRIES = 3
# A look takes a few seconds. One that takes longer hangs in a driver, and what it saw before says nothing any more.
STALE_SECONDS = float(os.environ.get("STALE_SECONDS", "90"))
ORDER_SECONDS = 60
BODY_BYTES = 4000
COMMAND_SECONDS = 8
# A whole call must arrive within this time, however slowly its bytes trickle in.
CALL_SECONDS = float(os.environ.get("CALL_SECONDS", "5"))
# Calls that may be arriving at a time: only one page calls.
ARRIVING_MOST = 8


def run(*words):
    """The output of a program; empty if it is missing, fails, or hangs."""
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=COMMAND_SECONDS
        )
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
    except (OSError, subprocess.SubprocessError):
        return ""


def read(path):
    try:
        with open(SYS + path, encoding="utf-8", errors="replace") as file:
            return file.read(20000)
    except OSError:
        return ""


class Cec:
    """A TV on HDMI that follows CEC, by cec-ctl of v4l-utils."""

    name = "cec"

    def __init__(self, device="/dev/cec0"):
        self.device = device
        self.address = None

    def ask(self, *words):
        return run("cec-ctl", "-d", self.device, *words)

    def is_plugged(self):
        return os.path.exists(self.device)

    def is_there(self):
        if not (self.is_plugged() and shutil.which("cec-ctl")):
            return False
        said = self.ask("--playback", "--osd-name", "Vitrine")
        found = re.search(r"Physical Address\s*:\s*([0-9a-f.]+)", said)
        self.address = found.group(1) if found else None
        return self.power() != "unknown"

    def set(self, on):
        if not on:
            self.ask("--to", "0", "--standby")
            return
        self.ask("--to", "0", "--image-view-on")
        if self.address:
            self.ask("--active-source", "phys-addr=" + self.address)

    def power(self):
        said = self.ask("--to", "0", "--give-device-power-status")
        found = re.search(r"pwr-state:\s*(to-)?(on|standby)", said)
        if not found:
            return "unknown"
        return "on" if found.group(2) == "on" else "off"

    def input(self):
        # Only another source answers: the own one is this machine's to tell.
        said = self.ask("--to", "15", "--request-active-source")
        found = re.search(r"ACTIVE_SOURCE.*?phys-addr:\s*([0-9a-f.]+)", said, re.S)
        if not found or not self.address:
            return None
        return "here" if found.group(1) == self.address else "other"


class Output:
    """A monitor that sleeps without a signal: the compositor switches its output, by wlr-randr."""

    name = "output"
    # The outputs that were on before.
    lit = ()

    def ask(self, *words):
        # The compositor runs in a session of the same user, this helper doesn't.
        folder = os.environ.get("XDG_RUNTIME_DIR") or "/run/user/%d" % os.getuid()
        sockets = sorted(path for path in glob.glob(folder + "/wayland-*") if not path.endswith(".lock"))
        display = os.environ.get("WAYLAND_DISPLAY") or (os.path.basename(sockets[0]) if sockets else "wayland-0")
        return run("env", "XDG_RUNTIME_DIR=" + folder, "WAYLAND_DISPLAY=" + display, "wlr-randr", *words)

    def outputs(self):
        """The name of each connected output, and whether it is enabled."""
        found = re.findall(r"^(\S+) .*?^\s+Enabled:\s*(yes|no)", self.ask(), re.S | re.M)
        return [(name, enabled == "yes") for name, enabled in found]

    def is_plugged(self):
        return True

    def is_there(self):
        return bool(shutil.which("wlr-randr")) and bool(self.outputs())

    def set(self, on):
        outputs = self.outputs()
        lit = [name for name, enabled in outputs if enabled]
        if not on:
            self.lit = lit
        # Never all of several: the compositor shows the player on one.
        for name in self.lit or [name for name, _ in outputs[:1]]:
            if on != (name in lit):
                self.ask("--output", name, "--on" if on else "--off")

    def power(self):
        outputs = self.outputs()
        if not outputs:
            return "unknown"
        return "on" if any(enabled for _, enabled in outputs) else "off"

    def input(self):
        return None


class Serial:
    """A panel on RS-232, 9600 8N1."""

    def __init__(self, device, source):
        self.device = device
        # The input of this machine, as the panel names it: hexadecimal.
        self.source = source

    def is_plugged(self):
        return os.path.exists(self.device)

    is_there = is_plugged

    def talk(self, message, is_complete):
        try:
            line = os.open(self.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return b""
        try:
            mode = termios.tcgetattr(line)
            mode[0] = mode[1] = mode[3] = 0
            mode[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
            mode[4] = mode[5] = termios.B9600
            termios.tcsetattr(line, termios.TCSANOW, mode)
            termios.tcflush(line, termios.TCIOFLUSH)
            os.write(line, message)
            answer = b""
            until = time.monotonic() + 2
            while not is_complete(answer) and time.monotonic() < until and len(answer) < 200:
                if select.select([line], [], [], 0.2)[0]:
                    answer += os.read(line, 64)
            return answer
        except (OSError, termios.error):
            return b""
        finally:
            os.close(line)

    def input(self):
        now = self.read_input()
        if now is None or self.source is None:
            return None
        return "here" if now == self.source else "other"


class Samsung(Serial):
    """Samsung MDC: AA, command, id, length, data, sum."""

    name = "serial"

    def call(self, command, *data):
        body = bytes([command, 0, len(data), *data])
        said = self.talk(b"\xaa" + body + bytes([sum(body) & 255]), lambda answer: len(answer) >= 8)
        # AA FF id length 'A' command value sum
        if len(said) < 8 or said[0] != 0xAA or said[4] != ord("A") or said[5] != command:
            return None
        return said[6] if sum(said[1:7]) & 255 == said[7] else None

    def set(self, on):
        self.call(0x11, 1 if on else 0)

    def power(self):
        return {0: "off", 1: "on"}.get(self.call(0x11), "unknown")

    def read_input(self):
        return self.call(0x14)


class Lg(Serial):
    """LG: two letters, the set's id, a value; answers like "a 01 OK01x"."""

    name = "serial"

    def call(self, command, value):
        said = self.talk(b"%s 01 %s\r" % (command, value), lambda answer: answer.endswith(b"x"))
        found = re.search(rb"OK([0-9A-Fa-f]{2})x", said)
        return int(found.group(1), 16) if found else None

    def set(self, on):
        self.call(b"ka", b"01" if on else b"00")

    def power(self):
        return {0: "off", 1: "on"}.get(self.call(b"ka", b"ff"), "unknown")

    def read_input(self):
        return self.call(b"xb", b"ff")


PROTOCOLS = {"samsung": Samsung, "lg": Lg}


def config():
    """`panel.conf`: lines like `adapter=samsung`, `device=/dev/ttyUSB0`, `input=21`."""
    lines = re.findall(r"^\s*(adapter|device|input)\s*=\s*(\S+)\s*$", read_file(CONFIG_FILE), re.M)
    return dict(lines)


def read_file(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(20000)
    except OSError:
        return ""


def find_adapter(settings):
    """What switches the panel: what is configured, or the first one that answers. None without any."""
    wanted = settings.get("adapter", "auto")
    device = settings.get("device")
    if wanted in PROTOCOLS:
        source = settings.get("input")
        return PROTOCOLS[wanted](device or "/dev/ttyUSB0", int(source, 16) if source else None)
    if wanted == "none":
        return None
    cec = Cec(device or "/dev/cec0")
    if wanted in ("auto", "cec") and cec.is_there():
        return cec
    output = Output()
    # A compositor with no output left may end, so this is never chosen without being asked for.
    return output if wanted == "output" and output.is_there() else None


class Panel(threading.Thread):
    """Keeps the panel as the player wants it. Its programs may take seconds, so no call waits for them."""

    def __init__(self):
        super().__init__(daemon=True)
        self.wanted = "on"
        self.told_at = time.monotonic()
        self.changed = threading.Event()
        self.looked_at = time.monotonic()
        self.seen = {"adapter": None, "power": "unknown", "input": None}

    @property
    def state(self):
        if time.monotonic() - self.looked_at < STALE_SECONDS:
            return self.seen
        return {**self.seen, "power": "unknown", "input": None}

    def want(self, power):
        self.told_at = time.monotonic()
        if power != self.wanted:
            self.wanted = power
            self.changed.set()

    def run(self):
        adapter = None
        switched_to = None
        switched_at = 0.0
        tries = 0
        was_out = False
        while True:
            self.changed.clear()
            try:
                if self.wanted == "off" and time.monotonic() - self.told_at > OFF_SECONDS:
                    self.wanted = "on"
                adapter = adapter or find_adapter(config())
                if adapter:
                    wanted = self.wanted
                    if switched_to != wanted:
                        tries = 0
                    is_plugged = adapter.is_plugged()
                    if is_plugged and was_out:
                        # It may be on another input of the TV now.
                        adapter.is_there()
                    was_out = not is_plugged
                    power = adapter.power() if is_plugged else "unknown"
                    if was_out:
                        switched_to = None
                    elif power == wanted:
                        # From now on someone with a remote control may switch it, too: their choice stays until the
                        # plan changes.
                        switched_to, tries = wanted, TRIES
                    elif tries == 0 or tries < TRIES and time.monotonic() - switched_at >= SETTLE_SECONDS / TRIES:
                        adapter.set(wanted == "on")
                        switched_to, tries = wanted, tries + 1
                        switched_at = time.monotonic()
                    if is_plugged and power != wanted and time.monotonic() - switched_at < SETTLE_SECONDS:
                        power = "switching"
                    self.seen = {
                        "adapter": adapter.name,
                        "power": power,
                        "input": adapter.input() if power == "on" else None,
                    }
                else:
                    self.seen = {"adapter": None, "power": "unknown", "input": None}
                self.looked_at = time.monotonic()
            except Exception as error:  # Whatever a panel answers, the helper stays.
                print("panel:", error, file=sys.stderr)
            self.changed.wait(LOOK_SECONDS)


def whole(text):
    found = re.search(r"-?\d+", text)
    return int(found.group()) if found else None


def temperature():
    """The hottest zone in whole degrees Celsius."""
    zones = [whole(read(path[len(SYS):])) for path in glob.glob(SYS + "/sys/class/thermal/thermal_zone*/temp")]
    known = [zone for zone in zones if zone is not None and -50_000 < zone < 200_000]
    return round(max(known) / 1000) if known else None


def memory():
    text = read("/proc/meminfo")
    total = re.search(r"MemTotal:\s+(\d+)", text)
    free = re.search(r"MemAvailable:\s+(\d+)", text)
    return {"free": int(free.group(1)) * 1024, "total": int(total.group(1)) * 1024} if total and free else None


def disk():
    try:
        usage = shutil.disk_usage(os.environ.get("HOME", "/"))
        return {"free": usage.free, "total": usage.total}
    except OSError:
        return None


def wifi():
    """Signal strength in dBm; None on a cable."""
    found = re.search(r"^\s*\w+:\s+\S+\s+\S+\s+(-?\d+)", read("/proc/net/wireless"), re.M)
    return int(found.group(1)) if found else None


def uptime():
    return whole(read("/proc/uptime"))


BROWSER = []


def browser():
    if not BROWSER:
        said = run("chromium", "--version") or run("chromium-browser", "--version")
        found = re.search(r"\d+(\.\d+){1,3}", said)
        BROWSER.append(found.group() if found else None)
    return BROWSER[0]


def machine():
    return {
        "temperature": temperature(),
        "disk": disk(),
        "memory": memory(),
        "wifi": wifi(),
        "uptime": uptime(),
        "browser": browser(),
    }


def log():
    """The end of the log, without what opens something: keys, and tokens of addresses."""
    text = run(*LOG)[-LOG_CHARACTERS:]
    return re.sub(r"((?:token|key|machine|secret|password)=)[^&#\s\"']+", r"\1...", text, flags=re.I)


class Orders:
    """Orders of the server for this machine, passed on by the player: signed, recent, and each once."""

    def __init__(self, key):
        # The server keeps only the hash of the key.
        self.secret = hashlib.sha256(key.encode()).hexdigest().encode()
        self.done = {}

    def refusal(self, order):
        fields = [order.get(name) for name in ("kind", "id", "expiresAt", "signature")]
        kind, order_id, expires_at, signature = fields
        if not (isinstance(kind, str) and isinstance(order_id, str) and isinstance(signature, str)):
            return "malformed"
        if isinstance(expires_at, bool) or not isinstance(expires_at, int):
            return "malformed"
        text = "%s %s %d" % (kind, order_id, expires_at)
        expected = hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected.encode(), signature.encode()):
            return "not signed for this machine"
        now = time.time() * 1000
        if expires_at < now or expires_at > now + ORDER_SECONDS * 1000:
            return "too old, or this machine's clock is wrong"
        self.done = {known: until for known, until in self.done.items() if until > now}
        if order_id in self.done:
            return "already carried out"
        if kind not in ORDER_KINDS:
            return "unknown"
        self.done[order_id] = expires_at
        return None

    def carry_out(self, order):
        """What the answer says of an order."""
        why = self.refusal(order)
        if why:
            return {"refused": why}
        if order["kind"] == "log":
            text = log()
            return {"log": text} if text else {"refused": "no log can be read"}
        try:
            with open(os.path.join(ORDERS_FOLDER, "order-" + order["kind"]), "w", encoding="utf-8"):
                return {"refused": None}
        except OSError as error:
            return {"refused": str(error)}


def note_problem(problem):
    """Best effort. The watchdog sees that a page calls."""
    try:
        with open(os.path.join(ORDERS_FOLDER, PROBLEM_FILE), "w", encoding="utf-8") as file:
            file.write(problem)
    except OSError:
        pass


def beside(name):
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


class Handler(http.server.BaseHTTPRequestHandler):
    """One call: what the panel should be, perhaps an order. The answer says how everything is."""

    timeout = 5
    protocol_version = "HTTP/1.0"
    server_version = "Vitrine"
    sys_version = ""

    def log_message(self, *_):
        pass

    def is_player(self):
        # The name that was asked for, too: another site could point its own name here.
        return self.headers.get("Origin") == self.server.player and self.headers.get("Host") == self.server.host

    def answer(self, status, body=None):
        self.send_response(status)
        if self.is_player():
            self.send_header("Access-Control-Allow-Origin", self.server.player)
            self.send_header("Access-Control-Allow-Headers", "authorization, content-type")
            self.send_header("Access-Control-Allow-Private-Network", "true")
            self.send_header("Vary", "Origin")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        if body is not None:
            self.wfile.write(json.dumps(body).encode())

    def do_OPTIONS(self):
        self.answer(204 if self.is_player() else 403)

    def do_GET(self):
        """The page that waits for the server, and what it asks."""
        self.server.has_arrived(self.connection)
        if self.headers.get("Host") != self.server.host:
            return self.answer(403)
        if self.path == "/start":
            return self.answer_page()
        # Without this header of its own, no other site's page can ask: browsers would call OPTIONS first.
        if self.path != "/state" or not self.headers.get("X-Vitrine-Start"):
            return self.answer(404)
        said = run(sys.executable, "-I", beside("kiosk-network.py"), self.server.player)
        try:
            state = json.loads(said)
        except ValueError:
            return self.answer(500)
        note_problem(state["problem"] or "")
        self.answer(200, state)

    def answer_page(self):
        page = read_file(beside("kiosk-start.html")).encode()
        self.send_response(200)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
        )
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self):
        if not self.is_player():
            return self.answer(403)
        given = self.headers.get("Authorization", "").encode()
        if not hmac.compare_digest(given, b"Bearer " + self.server.key.encode()):
            return self.answer(401)
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > BODY_BYTES:
            return self.answer(413)
        try:
            body = self.rfile.read(int(length))
            self.server.has_arrived(self.connection)
            asked = json.loads(body)
            panel, order = asked.get("panel"), asked.get("order")
        except (ValueError, AttributeError):
            return self.answer(400)
        if panel not in ("on", "off", None) or not isinstance(order, (dict, type(None))):
            return self.answer(400)
        if panel:
            self.server.panel.want(panel)
        note_problem("")
        told = {"panel": self.server.panel.state, "machine": machine()}
        if order is not None:
            told.update(self.server.orders.carry_out(order))
        self.answer(200, told)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *words):
        # When each call that is still arriving began, in this order.
        self.arriving = {}
        self.lock = threading.Lock()
        super().__init__(*words)

    def process_request(self, request, client_address):
        with self.lock:
            # A sender of slow calls loses its own oldest one: the player's calls arrive within milliseconds.
            if len(self.arriving) >= ARRIVING_MOST:
                self.cut(next(iter(self.arriving)))
            self.arriving[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self):
        with self.lock:
            for request, since in list(self.arriving.items()):
                if time.monotonic() - since > CALL_SECONDS:
                    self.cut(request)

    def cut(self, request):
        """Ends a call that is still arriving. Its thread closes the connection."""
        self.arriving.pop(request, None)
        try:
            request.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def has_arrived(self, request):
        with self.lock:
            self.arriving.pop(request, None)

    def shutdown_request(self, request):
        self.has_arrived(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        print("call:", sys.exc_info()[1], file=sys.stderr)


def main():
    player, port = sys.argv[1], int(sys.argv[2])
    key = read_file(KEY_FILE).strip()
    if not re.fullmatch(r"[0-9a-f]{64}", key):
        sys.exit("There is no key in " + KEY_FILE)
    server = Server(("127.0.0.1", port), Handler)
    server.player, server.key, server.orders = player, key, Orders(key)
    server.host = "127.0.0.1:%d" % server.server_address[1]
    server.panel = Panel()
    server.panel.start()
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    socket.setdefaulttimeout(10)
    main()
