#!/bin/sh
# Asks the server every half minute which sites this screen's organization allows. The key is made on this machine and
# reaches the server through the player, so only a screen that was paired gets a list. Without an answer, the last list
# stays. The browser notices the changed file itself.
#
#   kiosk-sites.sh PLAYER CONTENT START | key (only makes the key)
set -eu
KEY_DIR="${KEY_DIR:-/etc/vitrine-kiosk}"
POLICIES="${POLICIES:-/etc/chromium/policies/managed /etc/chromium-browser/policies/managed}"
if [ ! -s "$KEY_DIR/key" ]; then
  umask 027
  mkdir -p "$KEY_DIR"
  head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$KEY_DIR/key"
fi
if [ "${1:-}" = key ]; then
  chgrp -R vitrine-kiosk "$KEY_DIR" 2>/dev/null || true
  exit 0
fi
umask 022
PLAYER=$1
CONTENT=$2
START=$3
# The header comes from stdin: arguments are visible to every user of the machine.
ANSWER=$(printf 'Authorization: Bearer %s\n' "$(cat "$KEY_DIR/key")" |
  curl -fsS --max-time 20 --max-filesize 100000 -H @- "$PLAYER/api/machine/policy") || exit 0
# Hosts with a port, or all of the web: whatever else a server sends opens nothing.
SITE='"(https?://\*|\.?[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?|\[[0-9a-f:]{2,45}\](:[0-9]{1,5})?)"'
[ "$(printf '%s' "$ANSWER" | wc -l)" = 0 ] || exit 0
printf '%s' "$ANSWER" | grep -Exq "\{\"allowlist\":\[($SITE(,$SITE)*)?\]\}" || exit 0
SITES=$(printf '%s' "$ANSWER" | sed 's/^{"allowlist":\[\(.*\)\]}$/\1/')
NEW="{\"URLAllowlist\":[\"$PLAYER\",\"$CONTENT\",\"$START\"${SITES:+,$SITES}]}"
for folder in $POLICIES; do
  file="$folder/vitrine-kiosk-sites.json"
  [ -d "$folder" ] || continue
  [ "$(cat "$file" 2>/dev/null)" != "$NEW" ] || continue
  # Renamed into place: the browser reads every file of the folder, also a half-written one.
  printf '%s\n' "$NEW" >"$KEY_DIR/sites.json"
  mv "$KEY_DIR/sites.json" "$file"
done
