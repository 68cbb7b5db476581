#!/bin/sh
# Runs the browser in the compositor, and starts it again whenever it ends. kiosk-browser.py ends one whose page crashed,
# kiosk-watch.py one that hangs.
#
#   kiosk-launcher.sh PLAYER PROFILE [FLAG…]
#
# HELPER: the port of the machine's helper.
set -eu
PLAYER=$1
PROFILE=$2
shift 2
STATE="${STATE:-/etc/vitrine-kiosk}"
# The player passes it to the server, which then answers this machine. A fragment is never sent to any site.
KEY=$(cat "$STATE/key" 2>/dev/null || true)
FRAGMENT="signs=memory${KEY:+&machine=$KEY}${HELPER:+&helper=$HELPER}"
BROWSER=$(command -v chromium || command -v chromium-browser)
# Files that pages write here don't outlive the browser, and cost no disk.
MEMORY="${XDG_RUNTIME_DIR:-/tmp}/vitrine-kiosk-files"

# A browser that never played has nothing to show without the server, but the helper has a page that says why.
first_page() {
  [ "$(cat "$STATE/played" 2>/dev/null)" != "$PLAYER" ] && [ -n "${HELPER:-}" ] || return 0
  for try in 1 2 3 4 5 6 7 8 9 10; do
    if curl -fs --max-time 2 -o /dev/null "http://127.0.0.1:$HELPER/start"; then
      printf 'http://127.0.0.1:%s/start' "$HELPER"
      return 0
    fi
    sleep 0.5
  done
}

start() {
  # A stale lock, from a power cut or another hostname, would keep the browser from starting.
  rm -f "$PROFILE"/Singleton*
  rm -rf "$MEMORY" "$PROFILE/Default/File System"
  mkdir -p "$MEMORY" "$PROFILE/Default"
  chmod 700 "$MEMORY"
  ln -s "$MEMORY" "$PROFILE/Default/File System"
  FIRST=$(first_page)
  # It never played, or didn't start: the player comes from the server, as its stored files may be damaged. Media stay.
  [ -z "$FIRST" ] || rm -rf "$PROFILE/Default/Service Worker/ScriptCache" "$PROFILE/Default/Service Worker/Database"
  python3 -I "$(dirname "$0")/kiosk-browser.py" "$BROWSER" --kiosk --user-data-dir="$PROFILE" --ozone-platform=wayland \
    --autoplay-policy=no-user-gesture-required --noerrdialogs --disable-infobars --hide-crash-restore-bubble \
    --disable-session-crashed-bubble --disable-pinch --overscroll-history-navigation=0 --no-first-run \
    --password-store=basic --disable-component-update --disable-background-networking --disable-sync \
    --disable-hang-monitor --disable-background-timer-throttling --disable-renderer-backgrounding \
    --disable-gpu-shader-disk-cache --disk-cache-dir="${XDG_RUNTIME_DIR:-/tmp}/vitrine-kiosk" --disk-cache-size=20000000 \
    --disable-features=Translate,SpareRendererForSitePerProcess,SegmentationPlatform,OptimizationHints \
    "$@" "${FIRST:-$PLAYER/}#$FRAGMENT" &
  PID=$!
}

PID=
trap 'kill $PID 2>/dev/null; wait "$PID"; exit' TERM INT
while :; do
  began=$(date +%s)
  start "$@"
  wait "$PID" || true
  # Without a compositor, none starts: its service ends, and systemd starts both.
  [ $(($(date +%s) - began)) -ge "${LEAST:-5}" ] || exit 1
done
