#!/bin/sh
# Turns a Debian machine or a Raspberry Pi (Raspberry Pi OS Lite) into a Vitrine screen: full-screen Chromium in a small
# compositor that starts with the machine, never blanks, and restarts if it exits. Run this on the screen:
#
#   curl -fsS http://SERVER:8081/kiosk.sh | sudo sh -s -- http://SERVER:8081
#
# Run it again with another address to move the screen to another server. `--remove` uninstalls it.
set -eu

usage() {
  echo "Usage: kiosk.sh [--installed] PLAYER_ADDRESS [CONTENT_ADDRESS] | --files FOLDER PLAYER_ADDRESS [CONTENT_ADDRESS] | --remove" >&2
  exit 1
}
fail() {
  echo "kiosk.sh: $1" >&2
  exit 1
}

USER_NAME=vitrine-kiosk
HOME_DIR=/var/lib/vitrine-kiosk
ROOT=
if [ "${1:-}" = --files ]; then
  # Only write the files below a folder, to inspect them or to prepare an SD card image.
  [ $# -ge 3 ] || usage
  ROOT=$2
  shift 2
fi
INSTALLED=
if [ "${1:-}" = --installed ]; then
  # The Debian package has brought the programs. dpkg still holds the lock that apt-get would need.
  INSTALLED=1
  shift
fi
LAUNCHER=/usr/local/bin/vitrine-kiosk
SERVICE=/etc/systemd/system/vitrine-kiosk.service
SITES=/usr/local/sbin/vitrine-kiosk-sites
SITES_SERVICE=/etc/systemd/system/vitrine-kiosk-sites.service
SITES_TIMER=/etc/systemd/system/vitrine-kiosk-sites.timer
# Switches the panel and tells the player about the machine. A port below 1024: no other program of a user can take it.
MACHINE=/usr/local/lib/vitrine-kiosk/kiosk-machine.py
MACHINE_PORT=899
MACHINE_SERVICE=/etc/systemd/system/vitrine-kiosk-machine.service
REBOOT_SERVICE=/etc/systemd/system/vitrine-kiosk-reboot.service
REBOOT_PATH=/etc/systemd/system/vitrine-kiosk-reboot.path
WATCHDOG=/etc/systemd/system.conf.d/vitrine-kiosk.conf
UPGRADES=/etc/apt/apt.conf.d/52vitrine-kiosk
UPGRADES_TIME=/etc/systemd/system/apt-daily-upgrade.timer.d/vitrine-kiosk.conf
BROWSER_SERVICE=/etc/systemd/system/vitrine-kiosk-browser.service
BROWSER_PATH=/etc/systemd/system/vitrine-kiosk-browser.path
KEY_DIR=/etc/vitrine-kiosk
POLICIES="/etc/chromium/policies/managed /etc/chromium-browser/policies/managed"

if [ "${1:-}" = --remove ]; then
  [ "$(id -u)" = 0 ] || fail 'run this script as root (with sudo)'
  systemctl disable --now vitrine-kiosk.service vitrine-kiosk-sites.timer vitrine-kiosk-machine.service \
    vitrine-kiosk-reboot.path vitrine-kiosk-browser.path || true
  rm -f "$LAUNCHER" "$SERVICE" "$SITES" "$SITES_SERVICE" "$SITES_TIMER"
  rm -f "$MACHINE" "$MACHINE_SERVICE" "$REBOOT_SERVICE" "$REBOOT_PATH"
  rm -f "$WATCHDOG" "$UPGRADES" "$UPGRADES_TIME" "$BROWSER_SERVICE" "$BROWSER_PATH"
  rm -rf "$KEY_DIR"
  for folder in $POLICIES; do rm -f "$folder/vitrine-kiosk.json" "$folder/vitrine-kiosk-sites.json"; done
  systemctl daemon-reload
  userdel "$USER_NAME" 2>/dev/null || true
  echo "Removed. The screen's data is still in $HOME_DIR. Delete that folder if you no longer need it."
  exit 0
fi

PLAYER=${1:-}
PLAYER=${PLAYER%/}
case $PLAYER in http://*|https://*) ;; *) usage ;; esac
echo "$PLAYER" | grep -Eq '^https?://[A-Za-z0-9.-]+(:[0-9]+)?$|^https?://\[[0-9a-fA-F:]+\](:[0-9]+)?$' ||
  fail "$PLAYER isn't an address like http://192.168.1.10:8081"
# By default, uploaded web pages are served from the next port on the same host.
PORT=${PLAYER##*:}
case $PORT in
  *[!0-9]*) CONTENT=${2:-$PLAYER} ;;
  *) CONTENT=${2:-${PLAYER%:*}:$((PORT + 1))} ;;
esac

write() { # FILE MODE; reads the content from stdin
  mkdir -p "$ROOT$(dirname "$1")"
  cat >"$ROOT$1"
  chmod "$2" "$ROOT$1"
}

# Browser policies: allow only the player and its web pages, with sound and persistent storage (even on plain HTTP).
# Block every way out of the player, and any disk writes that a screen doesn't need. What the browser may open besides
# has a file of its own, which follows the list of allowed sites in the console.
for folder in $POLICIES; do
  write "$folder/vitrine-kiosk-sites.json" 644 <<JSON
{"URLAllowlist":["$PLAYER","$CONTENT"]}
JSON
  write "$folder/vitrine-kiosk.json" 644 <<JSON
{
  "URLBlocklist": ["*"],
  "OverrideSecurityRestrictionsOnInsecureOrigin": ["$PLAYER", "$CONTENT"],
  "AutoplayAllowlist": ["$PLAYER", "$CONTENT"],
  "LocalNetworkAccessAllowedForUrls": ["$PLAYER"],
  "WebRtcLocalIpsAllowedUrls": ["$PLAYER"],
  "DeveloperToolsAvailability": 2,
  "DownloadRestrictions": 3,
  "AllowFileSelectionDialogs": false,
  "DefaultPopupsSetting": 2,
  "IncognitoModeAvailability": 1,
  "BrowserGuestModeEnabled": false,
  "BrowserAddPersonEnabled": false,
  "ExtensionInstallBlocklist": ["*"],
  "EditBookmarksEnabled": false,
  "TaskManagerEndProcessEnabled": false,
  "PrintingEnabled": false,
  "TranslateEnabled": false,
  "SpellcheckEnabled": false,
  "SearchSuggestEnabled": false,
  "DefaultSearchProviderEnabled": false,
  "PasswordManagerEnabled": false,
  "AutofillAddressEnabled": false,
  "AutofillCreditCardEnabled": false,
  "DefaultNotificationsSetting": 2,
  "DefaultGeolocationSetting": 2,
  "DefaultFileSystemReadGuardSetting": 2,
  "DefaultFileSystemWriteGuardSetting": 2,
  "DefaultWebUsbGuardSetting": 2,
  "DefaultSerialGuardSetting": 2,
  "DefaultWebBluetoothGuardSetting": 2,
  "AudioCaptureAllowed": false,
  "VideoCaptureAllowed": false,
  "ScreenCaptureAllowed": false,
  "SavingBrowserHistoryDisabled": true,
  "BackgroundModeEnabled": false,
  "ComponentUpdatesEnabled": false,
  "SafeBrowsingProtectionLevel": 0,
  "NetworkPredictionOptions": 2,
  "BrowserSignin": 0,
  "SyncDisabled": true,
  "MetricsReportingEnabled": false
}
JSON
done

# Asks the server every half minute which sites this screen's organization allows. The key is made on this machine and
# reaches the server through the player, so only a screen that was paired gets a list. Without an answer, the last list
# stays. The browser notices the changed file itself.
write "$SITES" 755 <<SITES_SCRIPT
#!/bin/sh
set -eu
PLAYER="$PLAYER"
CONTENT="$CONTENT"
KEY_DIR="\${KEY_DIR:-$KEY_DIR}"
POLICIES="\${POLICIES:-$POLICIES}"
SITES_SCRIPT
cat >>"$ROOT$SITES" <<'SITES_SCRIPT'
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
# The header comes from stdin: arguments are visible to every user of the machine.
ANSWER=$(printf 'Authorization: Bearer %s\n' "$(cat "$KEY_DIR/key")" |
  curl -fsS --max-time 20 --max-filesize 100000 -H @- "$PLAYER/api/machine/policy") || exit 0
# Hosts with a port, or all of the web: whatever else a server sends opens nothing.
SITE='"(https?://\*|\.?[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?|\[[0-9a-f:]{2,45}\](:[0-9]{1,5})?)"'
[ "$(printf '%s' "$ANSWER" | wc -l)" = 0 ] || exit 0
printf '%s' "$ANSWER" | grep -Exq "\{\"allowlist\":\[($SITE(,$SITE)*)?\]\}" || exit 0
SITES=$(printf '%s' "$ANSWER" | sed 's/^{"allowlist":\[\(.*\)\]}$/\1/')
NEW="{\"URLAllowlist\":[\"$PLAYER\",\"$CONTENT\"${SITES:+,$SITES}]}"
for folder in $POLICIES; do
  file="$folder/vitrine-kiosk-sites.json"
  [ -d "$folder" ] || continue
  [ "$(cat "$file" 2>/dev/null)" != "$NEW" ] || continue
  # Renamed into place: the browser reads every file of the folder, also a half-written one.
  printf '%s\n' "$NEW" >"$KEY_DIR/sites.json"
  mv "$KEY_DIR/sites.json" "$file"
done
SITES_SCRIPT

write "$SITES_SERVICE" 644 <<UNIT
[Unit]
Description=Sites that the Vitrine screen may open

[Service]
Type=oneshot
ExecStart=$SITES
UNIT

write "$SITES_TIMER" 644 <<UNIT
[Unit]
Description=Sites that the Vitrine screen may open

[Timer]
OnBootSec=20s
OnUnitActiveSec=30s
AccuracySec=5s

[Install]
WantedBy=timers.target
UNIT

# The launcher watches the page: if its process dies, or the page stops giving signs of life, the launcher stops the
# browser and systemd restarts the service. The page rewrites a file every ten seconds in a part of the profile that lies
# in memory; 30 seconds without are a hang. Browsers that can't do that leave a sign on disk every five minutes, and are
# given 15.
write "$LAUNCHER" 755 <<'LAUNCHER'
#!/bin/sh
set -eu
# HELPER: the port of the machine's helper, if one is installed.
PLAYER=$1
PROFILE=$2
shift 2
# The player passes it to the server, which then answers this machine. A fragment is never sent to any site.
KEY=$(cat /etc/vitrine-kiosk/key 2>/dev/null || true)
BROWSER=$(command -v chromium || command -v chromium-browser)
# A stale lock, from a power cut or another hostname, would keep the browser from starting.
rm -f "$PROFILE"/Singleton*
# Files that pages write here don't outlive the browser, and cost no disk.
MEMORY="${XDG_RUNTIME_DIR:-/tmp}/vitrine-kiosk-files"
rm -rf "$MEMORY" "$PROFILE/Default/File System"
mkdir -p "$MEMORY" "$PROFILE/Default"
chmod 700 "$MEMORY"
ln -s "$MEMORY" "$PROFILE/Default/File System"
"$BROWSER" --kiosk --user-data-dir="$PROFILE" --ozone-platform=wayland \
  --autoplay-policy=no-user-gesture-required --noerrdialogs --disable-infobars --hide-crash-restore-bubble \
  --disable-session-crashed-bubble --disable-pinch --overscroll-history-navigation=0 --no-first-run \
  --password-store=basic --disable-component-update --disable-background-networking --disable-sync \
  --disable-hang-monitor --disable-background-timer-throttling --disable-renderer-backgrounding \
  --disable-gpu-shader-disk-cache --disk-cache-dir="${XDG_RUNTIME_DIR:-/tmp}/vitrine-kiosk" --disk-cache-size=20000000 \
  --disable-features=Translate,SpareRendererForSitePerProcess,SegmentationPlatform,OptimizationHints \
  "$@" "$PLAYER/#signs=memory${KEY:+&machine=$KEY}${HELPER:+&helper=$HELPER}" &
PID=$!
trap 'kill "$PID" 2>/dev/null; wait "$PID"; exit' TERM INT
EVERY=${EVERY:-5}
SILENT_MOST=180
MEMORY_SILENT_MOST=6
empty=0
silent=0
signs=0
sign=
memory_silent=0
memory_signs=0
memory_sign=
while kill -0 "$PID" 2>/dev/null; do
  sleep "$EVERY" &
  wait $! || true
  # Ignore the renderer processes of the browser's own pages.
  if ps -u "$(id -u)" -o args= | grep -e '--[t]ype=renderer' | grep -v -e --top-chrome-webui -e --extension-process | grep -q .; then
    empty=0
  else
    empty=$((empty + 1))
  fi
  before=$sign
  sign=$(stat -c '%n %y %s' "$PROFILE/Default/Local Storage/leveldb/"* 2>/dev/null || true)
  # Only watch browsers that have written a few times: one without storage never does.
  if [ "$sign" != "$before" ]; then
    signs=$((signs + 1))
    silent=0
  elif [ "$signs" -ge 3 ]; then
    silent=$((silent + 1))
  fi
  before=$memory_sign
  memory_sign=$(find "$MEMORY" -type f -printf '%p %T@ ' 2>/dev/null || true)
  if [ "$memory_sign" != "$before" ]; then
    memory_signs=$((memory_signs + 1))
    memory_silent=0
  elif [ "$memory_signs" -ge 3 ]; then
    memory_silent=$((memory_silent + 1))
  fi
  if [ "$empty" -ge 3 ] || [ "$silent" -ge "$SILENT_MOST" ] || [ "$memory_silent" -ge "$MEMORY_SILENT_MOST" ]; then
    # A hung process may ignore SIGTERM.
    kill "$PID" 2>/dev/null || true
    sleep 3
    kill -9 "$PID" 2>/dev/null || true
  fi
done
wait "$PID" || true
LAUNCHER

# The helper lies beside this script, or comes from the same address. Without it, everything else works.
HELPER=
if [ -f "$(dirname "$0")/kiosk-machine.py" ]; then
  write "$MACHINE" 755 <"$(dirname "$0")/kiosk-machine.py"
  HELPER=$MACHINE_PORT
elif HELPER_SOURCE=$(curl -fsS --max-time 20 --max-filesize 200000 "$PLAYER/kiosk-machine.py") &&
  [ "${HELPER_SOURCE#"#!/usr/bin/env python3"}" != "$HELPER_SOURCE" ]; then
  printf '%s\n' "$HELPER_SOURCE" | write "$MACHINE" 755
  HELPER=$MACHINE_PORT
else
  echo "kiosk.sh: $PLAYER doesn't provide the machine helper, so this screen can't turn its TV on and off" >&2
fi

# As the browser's user: it may use the TV's and a serial adapter's devices, and nothing else that is not everyone's.
write "$MACHINE_SERVICE" 644 <<UNIT
[Unit]
Description=Panel and machine of the Vitrine screen
Before=vitrine-kiosk.service

[Service]
User=$USER_NAME
# For the log that people download from the console.
SupplementaryGroups=systemd-journal
AmbientCapabilities=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
RestrictAddressFamilies=AF_INET AF_UNIX
RuntimeDirectory=vitrine-kiosk
Environment=HOME=$HOME_DIR
ExecStartPre=+$SITES key
ExecStart=/usr/bin/python3 -I $MACHINE $PLAYER $MACHINE_PORT
Restart=always
RestartSec=5
MemoryMax=100M

[Install]
WantedBy=multi-user.target
UNIT

# The helper may ask for a restart of the machine, and for nothing else.
write "$REBOOT_SERVICE" 644 <<UNIT
[Unit]
Description=Restart of the machine, ordered by the Vitrine server

[Service]
Type=oneshot
ExecStart=/usr/bin/systemctl reboot
UNIT

write "$REBOOT_PATH" 644 <<UNIT
[Unit]
Description=Restart of the machine, ordered by the Vitrine server

[Path]
PathExists=/run/vitrine-kiosk/reboot

[Install]
WantedBy=multi-user.target
UNIT

# A machine that hangs restarts itself, where it has a watchdog (every Raspberry Pi does).
write "$WATCHDOG" 644 <<'UNIT'
[Manager]
RuntimeWatchdogSec=15s
RebootWatchdogSec=5min
UNIT

# Security updates of the system and the browser, in the night, spread over the screens.
write "$UPGRADES" 644 <<'APT'
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
Unattended-Upgrade::Origins-Pattern {
  "origin=Debian,codename=${distro_codename},label=Debian-Security";
  "origin=Debian,codename=${distro_codename}-security,label=Debian-Security";
  "origin=Raspberry Pi Foundation,codename=${distro_codename}";
};
Unattended-Upgrade::Automatic-Reboot "false";
APT
write "$UPGRADES_TIME" 644 <<'UNIT'
[Timer]
OnCalendar=
OnCalendar=*-*-* 02:00
RandomizedDelaySec=2h
Persistent=false
UNIT

# The browser that runs is the old one until it restarts. The rest of the update gets a minute first.
write "$BROWSER_SERVICE" 644 <<'UNIT'
[Unit]
Description=Restart of the Vitrine screen with an updated browser

[Service]
Type=oneshot
ExecStartPre=/bin/sleep 60
ExecStart=/usr/bin/systemctl try-restart vitrine-kiosk.service
UNIT
write "$BROWSER_PATH" 644 <<'UNIT'
[Unit]
Description=Updates of the browser of the Vitrine screen

[Path]
PathChanged=/usr/lib/chromium/chromium
PathChanged=/usr/lib/chromium-browser/chromium-browser

[Install]
WantedBy=multi-user.target
UNIT

write "$SERVICE" 644 <<UNIT
[Unit]
Description=Vitrine screen
# Don't wait for the network: a screen can play without it.
After=systemd-user-sessions.service plymouth-quit-wait.service dbus.socket
Wants=dbus.socket
Conflicts=getty@tty1.service
After=getty@tty1.service
StartLimitIntervalSec=0

[Service]
User=$USER_NAME
PAMName=login
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
StandardOutput=journal
StandardError=journal
UtmpIdentifier=tty1
UtmpMode=user
WorkingDirectory=$HOME_DIR
ExecStartPre=-+/bin/sh -c 'setterm --blank 0 --powerdown 0 --cursor off >/dev/tty1 </dev/tty1'
ExecStartPre=-+$SITES key
Environment=HELPER=$HELPER
ExecStart=/usr/bin/cage -d -- $LAUNCHER $PLAYER $HOME_DIR/profile
Restart=always
RestartSec=2
MemoryMax=90%

[Install]
WantedBy=graphical.target
UNIT

[ -z "$ROOT" ] || exit 0
[ "$(id -u)" = 0 ] || fail 'run this script as root (with sudo)'
command -v apt-get >/dev/null || fail 'this script requires Debian, Raspberry Pi OS, or another system with apt'

export DEBIAN_FRONTEND=noninteractive
if [ -z "$INSTALLED" ]; then
  apt-get update -q
  BROWSER=chromium
  apt-cache show chromium >/dev/null 2>&1 || BROWSER=chromium-browser
  apt-get install -y --no-install-recommends cage xwayland "$BROWSER" procps util-linux libpam-systemd dbus \
  curl ca-certificates fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji python3 v4l-utils unattended-upgrades
fi
# Before 0.1.5, cage ends together with its last output.
if dpkg --compare-versions "$(dpkg-query -W -f='${Version}' cage)" lt 0.1.5; then
  echo "kiosk.sh: with this version of cage, the browser restarts when the TV drops HDMI. Debian 13 has a newer one." >&2
fi

id "$USER_NAME" >/dev/null 2>&1 ||
  useradd --system --create-home --home-dir "$HOME_DIR" --shell /usr/sbin/nologin "$USER_NAME"
for group in video render input audio dialout; do
  if getent group "$group" >/dev/null; then usermod -a -G "$group" "$USER_NAME"; fi
done
install -d -o "$USER_NAME" -m 700 "$HOME_DIR" "$HOME_DIR/profile"

# Keep the kernel console from blanking too.
for file in /boot/firmware/cmdline.txt /boot/cmdline.txt; do
  if [ -f "$file" ] && ! grep -q consoleblank= "$file"; then sed -i '1s/$/ consoleblank=0/' "$file"; fi
done
systemctl daemon-reload
systemctl set-default graphical.target
systemctl enable vitrine-kiosk.service
systemctl enable --now vitrine-kiosk-sites.timer vitrine-kiosk-browser.path
systemctl daemon-reexec
systemctl restart apt-daily-upgrade.timer || true
if [ -n "$HELPER" ]; then
  systemctl enable vitrine-kiosk-machine.service
  systemctl restart vitrine-kiosk-machine.service
  systemctl enable --now vitrine-kiosk-reboot.path
fi
systemctl restart vitrine-kiosk.service
echo "This screen now plays $PLAYER. It shows a code: enter it in the console under Devices, Add screen."
