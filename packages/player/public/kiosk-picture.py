#!/usr/bin/env python3
"""Looks at what the graphics card sends to the monitor: kiosk-picture.py PLAYER SECONDS

Waits until there is a picture, and says what is on it. Otherwise it says why the screen stays dark and ends with 1. It reads
the framebuffers from the kernel, whichever compositor draws them.
"""

import array
import collections
import fcntl
import glob
import mmap
import os
import re
import struct
import subprocess
import sys
import time

SYS = os.environ.get("SYS_FOLDER", "")
PROBLEM_FILE = "/run/vitrine-kiosk/problem"
SIGNS = "/run/user/*/vitrine-kiosk-files/**"
TERMINAL = SYS + "/dev/tty1"
# Rows that are skipped between two that are read.
STEP = 16
# A line of text on a plain ground covers more.
LEAST_SHARE = 0.001
LOG_LINES = 12

GET_RESOURCES, GET_CRTC, GET_FB, MAP_DUMB, HANDLE_TO_FD, CLOSE = (
    0xC04064A0, 0xC06864A1, 0xC01C64AD, 0xC01064B3, 0xC00C642D, 0x40086409,
)  # fmt: skip
KDGETMODE, KD_GRAPHICS = 0x4B3B, 1


def share_of_picture(data, pitch, height):
    """The share of the sampled pixels that don't have the most frequent color."""
    colors = collections.Counter()
    for row in range(0, height, STEP):
        line = data[row * pitch : row * pitch + pitch // 4 * 4]
        colors.update(array.array("I", bytes(line)))
    total = sum(colors.values())
    return 1 - colors.most_common(1)[0][1] / total if total else 0.0


def framebuffers(card):
    """(width, height, share of the picture) of each framebuffer that a CRTC of this card shows."""
    with open(card, "r+b", buffering=0) as device:
        counts = bytearray(struct.pack("<4Q8I", *[0] * 12))
        fcntl.ioctl(device, GET_RESOURCES, counts)
        count = struct.unpack("<4Q8I", counts)[5]
        crtcs = array.array("I", [0] * count)
        asked = bytearray(struct.pack("<4Q8I", 0, crtcs.buffer_info()[0], 0, 0, 0, count, *[0] * 6))
        fcntl.ioctl(device, GET_RESOURCES, asked)
        for crtc in crtcs:
            said = bytearray(struct.pack("<Q7I68s", 0, 0, crtc, 0, 0, 0, 0, 0, b""))
            fcntl.ioctl(device, GET_CRTC, said)
            shown, is_on = struct.unpack_from("<I", said, 16)[0], struct.unpack_from("<I", said, 32)[0]
            if not (shown and is_on):
                continue
            said = bytearray(struct.pack("<7I", shown, *[0] * 6))
            fcntl.ioctl(device, GET_FB, said)
            _, width, height, pitch, _, _, handle = struct.unpack("<7I", said)
            if handle:
                try:
                    yield width, height, share_of_handle(device, handle, pitch, height)
                finally:
                    fcntl.ioctl(device, CLOSE, struct.pack("<2I", handle, 0))


def share_of_handle(device, handle, pitch, height):
    """Maps a buffer of the graphics card: as memory that any driver shares, or else as a plain one."""
    try:
        said = bytearray(struct.pack("<2Ii", handle, os.O_RDWR | os.O_CLOEXEC, -1))
        fcntl.ioctl(device, HANDLE_TO_FD, said)
        shared = struct.unpack("<2Ii", said)[2]
        try:
            with mmap.mmap(shared, pitch * height, mmap.MAP_SHARED, mmap.PROT_READ) as data:
                return share_of_picture(data, pitch, height)
        finally:
            os.close(shared)
    except (OSError, ValueError):
        said = bytearray(struct.pack("<2IQ", handle, 0, 0))
        fcntl.ioctl(device, MAP_DUMB, said)
        offset = struct.unpack("<2IQ", said)[2]
        with mmap.mmap(device.fileno(), pitch * height, mmap.MAP_SHARED, mmap.PROT_READ, offset=offset) as data:
            return share_of_picture(data, pitch, height)


def cards():
    return sorted(glob.glob(SYS + "/dev/dri/card*"))


def connectors():
    """The state of each connector, such as HDMI-A-1: connected, disconnected, or unknown."""
    found = {}
    for path in sorted(glob.glob(SYS + "/sys/class/drm/card*-*/status")):
        with open(path, encoding="ascii") as file:
            found[os.path.basename(os.path.dirname(path)).split("-", 1)[1]] = file.read().strip()
    return found


def lacks_monitor():
    states = connectors().values()
    return bool(states) and all(state == "disconnected" for state in states)


def is_graphics():
    """Whether a compositor has taken the terminal: the kernel's own text isn't a picture of the player."""
    try:
        with open(TERMINAL, "rb", buffering=0) as terminal:
            said = bytearray(4)
            fcntl.ioctl(terminal, KDGETMODE, said)
            return struct.unpack("<i", said)[0] == KD_GRAPHICS
    except OSError:
        return False


def picture():
    """The size of what the monitor shows, if it isn't one color; else why not."""
    if not is_graphics():
        return None, "the compositor hasn't taken the screen"
    why = "no output is on"
    for card in cards():
        try:
            for width, height, share in framebuffers(card):
                if share >= LEAST_SHARE:
                    return (width, height), ""
                why = "the picture of %d×%d pixels has one color only" % (width, height)
        except OSError as error:
            why = "%s can't be read: %s" % (card, error)
    return None, why


def page():
    """What runs in the browser: the player, which leaves signs of life in memory, or why it doesn't; empty if nothing does."""
    if any(os.path.isfile(path) for path in glob.glob(SIGNS, recursive=True)):
        return "player"
    try:
        with open(PROBLEM_FILE, encoding="ascii", opener=lambda path, flags: os.open(path, flags | os.O_NOFOLLOW)) as file:
            return file.read(40)
    except (OSError, ValueError):
        return ""


def log_lines():
    said = subprocess.run(
        ["journalctl", "-b", "-u", "vitrine-kiosk", "-u", "vitrine-kiosk-watch", "-n", "200", "--no-pager", "-o", "cat"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", check=False,
    ).stdout  # fmt: skip
    return re.sub(r"(machine=)[0-9a-f]{64}", r"\1...", said).splitlines()


# What the log says, and what to do about it.
SEAT = (
    "The system gives the compositor no seat. Check that polkitd runs (systemctl status polkit) and that no desktop or other"
    " program uses the screen, then restart the machine."
)
CAUSES = (
    (r"seat|libseat|logind|TakeControl|Could not (activate|open) session", SEAT),
    (r"/dev/dri|Found 0 GPUs|no GPU|Failed to open any DRM",
     "The compositor finds no graphics card. Check that its driver is loaded: ls /dev/dri"),
    (r"EGL|GLES|renderer|gbm",
     "The graphics driver fails. Try software rendering: systemctl edit vitrine-kiosk, with [Service] and"
     " Environment=WLR_RENDERER=pixman"),
    (r"chromium.*not found|exec.*chromium", "The browser is missing: apt install chromium"),
)  # fmt: skip


def reason():
    """Why the screen may be dark, and what to do, in one line."""
    if not cards():
        return "This machine has no graphics card that the system knows (/dev/dri is empty). Install its driver or firmware."
    if lacks_monitor():
        return "No monitor is connected, or it is off. Connect it: the screen then starts without another command."
    text = "\n".join(log_lines()[-60:])
    for pattern, advice in CAUSES:
        if re.search(pattern, text, re.I):
            return advice
    # A compositor that waits for its seat says nothing.
    return "Restart the machine. If it stays dark: journalctl -b -u vitrine-kiosk" if is_graphics() else SEAT


def main():
    player, seconds = sys.argv[1], float(sys.argv[2])
    until = time.monotonic() + seconds
    while True:
        size, why = picture()
        shown = page()
        if size and shown:
            break
        if time.monotonic() > until:
            if size:
                why = "there is a picture, but no page of Vitrine has started"
            print("\nThis screen shows nothing yet: after %d seconds, %s." % (seconds, why), file=sys.stderr)
            print(reason(), file=sys.stderr)
            print("The end of the log (journalctl -b -u vitrine-kiosk):", file=sys.stderr)
            for line in log_lines()[-LOG_LINES:]:
                print("  " + line, file=sys.stderr)
            sys.exit(1)
        time.sleep(2)
    where = "%d×%d pixels on %s" % (*size, ", ".join(name for name, state in connectors().items() if state == "connected") or "the monitor")
    if shown == "player":
        print("This screen now plays %s (%s)." % (player, where))
        print("If it shows a code, enter it in the console under Devices, Add screen.")
    else:
        print("This screen works (%s), but can't open %s yet: %s. It shows what to do." % (where, player, shown))


if __name__ == "__main__":
    main()
