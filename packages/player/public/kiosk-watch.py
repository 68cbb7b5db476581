#!/usr/bin/env python3
"""Watches a Vitrine screen from outside its compositor: kiosk-watch.py PLAYER PROFILE

- A compositor that hangs before it starts the browser is restarted, and the log says why it may hang.
- A browser without a page is ended; the launcher starts the next one. kiosk-browser.py usually hears of a crash first.
- A browser whose page hangs is ended, too: the page rewrites a file every ten seconds in a part of the profile that lies in
  memory. Browsers that can't do that leave a sign on disk every five minutes.
"""

import glob
import importlib.util
import os
import select
import signal
import subprocess
import sys
import time

LOOK_SECONDS = float(os.environ.get("LOOK_SECONDS", "1"))
STATE = os.environ.get("STATE", "/etc/vitrine-kiosk")
UNIT = "vitrine-kiosk.service"
# Until a started service has a browser, and a started browser a page: slow machines take half of it.
START_SECONDS = 60 * LOOK_SECONDS
PAGE_SECONDS = 120 * LOOK_SECONDS
LONGEST_START_SECONDS = 600
# Looks without a page of the browser, after there was one, and seconds between them.
EMPTY_MOST = 2
AGAIN_SECONDS = 0.3 * min(LOOK_SECONDS, 1)
MEMORY_SILENT_SECONDS = 30 * LOOK_SECONDS
DISK_SILENT_SECONDS = 900 * LOOK_SECONDS
# Only what was rewritten a few times is watched: a browser without storage never does.
SIGNS = 3
# A browser whose page gives no sign after its start shows nothing. If it was the player, the launcher then opens the page that
# waits.
FIRST_SIGN_SECONDS = 180 * LOOK_SECONDS
# The pages rewrite it when they call the helper, at most every half minute.
CALLED = os.environ.get("CALLED", "/run/vitrine-kiosk/problem")
CALLED_SECONDS = 90
END_SECONDS = 1


def load(name):
    """A program beside this one, as a module. It leaves no compiled file behind."""
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("beside", os.path.join(os.path.dirname(os.path.abspath(__file__)), name))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


picture = load("kiosk-picture.py")


def processes():
    """The parent and the words of each process."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
                with open("/proc/%s/cmdline" % name, "rb") as file:
                    found[int(name)] = parent, file.read().replace(b"\0", b" ").decode("utf-8", "replace")
            except (OSError, ValueError, IndexError):
                pass
    return found


def browser_in(all_processes, profile):
    """The browser's main process: the outermost one, as it may start in a script."""
    mark = "--user-data-dir=%s " % profile
    with_mark = {pid for pid, (_, words) in all_processes.items() if mark in words and "--type=" not in words}
    return next((pid for pid in sorted(with_mark) if all_processes[pid][0] not in with_mark), None)


def pages_of(all_processes, browser):
    """The renderers of the browser, except for those of the browser's own pages."""
    found = set()
    for renderer, (_, words) in all_processes.items():
        if "--type=renderer" in words and "--top-chrome-webui" not in words and "--extension-process" not in words:
            pid = renderer
            while pid in all_processes and pid != browser:
                pid = all_processes[pid][0]
            if pid == browser:
                found.add(renderer)
    return found


def times(pattern):
    """A sign of life: the files and when each was written."""
    found = []
    for path in glob.glob(pattern, recursive=True):
        try:
            about = os.stat(path)
            if not os.path.isdir(path):
                found.append((path, about.st_mtime_ns, about.st_size))
        except OSError:
            pass
    return sorted(found)


class Sign:
    """Something that a living page rewrites."""

    def __init__(self, most_seconds, now):
        self.most_seconds = most_seconds
        self.last = None
        self.count = 0
        self.since = now

    def look(self, seen, now):
        if seen != self.last:
            self.last, self.since = seen, now
            self.count += 1
        return self.count >= SIGNS and now - self.since >= self.most_seconds


class Browser:
    """One browser from its start to its end."""

    def __init__(self, pid, profile, now):
        self.pid, self.profile, self.since = pid, profile, now
        self.empty = 0
        self.had_page = False
        self.pages = set()
        self.memory = Sign(MEMORY_SILENT_SECONDS, now)
        self.disk = Sign(DISK_SILENT_SECONDS, now)

    def trouble(self, all_processes, now):
        """Why it has to end; None if it is well."""
        self.pages = pages_of(all_processes, self.pid)
        if self.pages:
            self.empty, self.had_page = 0, True
        else:
            self.empty += 1
            if self.had_page:
                return "its page crashed" if self.empty >= EMPTY_MOST else None
            # Browsers wait for a monitor before they open a page.
            if picture.lacks_monitor():
                self.since = now
            if now - self.since >= PAGE_SECONDS:
                return "it opened no page"
        if self.memory.look(times(self.profile + "/Default/File System/**"), now):
            return "its page hangs"
        if self.disk.look(times(self.profile + "/Default/Local Storage/leveldb/*"), now):
            return "its page leaves no sign of life"
        return None


def end(pid):
    """A hung process may ignore SIGTERM."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, number)
            until = time.monotonic() + END_SECONDS
            while time.monotonic() < until:
                os.kill(pid, 0)
                time.sleep(0.05)
        except ProcessLookupError:
            return


def wait_for_end(pids, most_seconds):
    """Returns as soon as one of the processes ends, so that a crash isn't noticed a look later."""
    ends = select.poll()
    opened = []
    try:
        for pid in pids:
            opened.append(os.pidfd_open(pid))
            ends.register(opened[-1], select.POLLIN)
        ends.poll(most_seconds * 1000)
    except ProcessLookupError:
        pass
    except (OSError, AttributeError):  # A system without such handles
        time.sleep(most_seconds)
    finally:
        for each in opened:
            os.close(each)


def was_called():
    try:
        return time.time() - os.stat(CALLED).st_mtime < CALLED_SECONDS
    except OSError:
        return False


class Played:
    """Remembers that this player has played here, and so starts without the server."""

    def __init__(self, player):
        self.path = os.path.join(STATE, "played")
        self.player = player

    def is_noted(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                return file.read().strip() == self.player
        except OSError:
            return False

    def note(self):
        try:
            with open(self.path + ".new", "w", encoding="utf-8") as file:
                file.write(self.player + "\n")
            os.chmod(self.path + ".new", 0o644)
            os.rename(self.path + ".new", self.path)
        except OSError as error:
            say("played: %s" % error)

    def forget(self):
        try:
            os.remove(self.path)
        except OSError:
            pass


def say(text):
    print(text, flush=True)


def active_seconds():
    """How long the screen's service has been active; None if it isn't."""
    said = subprocess.run(
        ["systemctl", "show", UNIT, "-p", "ActiveState", "-p", "ActiveEnterTimestampMonotonic"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    ).stdout  # fmt: skip
    about = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
    if about.get("ActiveState") != "active":
        return None
    return time.clock_gettime(time.CLOCK_MONOTONIC) - int(about["ActiveEnterTimestampMonotonic"]) / 1e6


class Watch:
    def __init__(self, player, profile):
        self.profile = profile
        self.played = Played(player)
        self.browser = None
        self.patience = START_SECONDS
        self.asked_at = 0.0

    def look(self):
        now = time.monotonic()
        all_processes = processes()
        pid = browser_in(all_processes, self.profile)
        if pid is None:
            self.browser = None
            self.look_at_service(now)
            return
        self.patience = START_SECONDS
        if not self.browser or self.browser.pid != pid:
            self.browser = Browser(pid, self.profile, now)
        browser = self.browser
        why = browser.trouble(all_processes, now)
        if browser.memory.count > SIGNS and not self.played.is_noted():
            self.played.note()
        is_late = now - browser.since >= FIRST_SIGN_SECONDS
        if not why and browser.memory.count <= 1 and is_late and not was_called():
            why = "it shows no page of Vitrine"
            self.played.forget()
        if why:
            say("Restarting the browser: %s" % why)
            end(pid)

    def look_at_service(self, now):
        """Asked seldom: systemctl is a process of its own."""
        if now - self.asked_at < START_SECONDS / 6:
            return
        self.asked_at = now
        seconds = active_seconds()
        if seconds is None or seconds < self.patience or picture.lacks_monitor():
            return
        self.patience = min(2 * self.patience, LONGEST_START_SECONDS)
        say("Restarting the screen: no browser after %d seconds. %s" % (seconds, picture.reason()))
        subprocess.run(["systemctl", "restart", "--no-block", UNIT], check=False)


def main():
    watch = Watch(sys.argv[1], sys.argv[2])
    while True:
        try:
            watch.look()
        except Exception as error:  # Whatever a look meets, the watch goes on.
            say("look: %r" % error)
        # A second look tells a crash from a change of processes.
        is_empty = watch.browser and watch.browser.had_page and watch.browser.empty
        if is_empty:
            time.sleep(AGAIN_SECONDS)
        else:
            wait_for_end(watch.browser.pages if watch.browser else (), LOOK_SECONDS)


if __name__ == "__main__":
    main()
