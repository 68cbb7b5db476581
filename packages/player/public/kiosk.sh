#!/bin/sh
# Makes a Debian machine or a Raspberry Pi (Raspberry Pi OS Lite) a Vitrine screen: Chromium in a small compositor that
# shows nothing else, started with the machine, never blank, and started again whenever it ends. On the screen:
#
#   curl -fsS http://SERVER:8081/kiosk.sh | sudo sh -s -- http://SERVER:8081
#
# Again with another address: the screen moves there. `--remove` takes everything back.
set -eu

usage() {
  echo "Usage: kiosk.sh PLAYER_ADDRESS [CONTENT_ADDRESS] | --files FOLDER PLAYER_ADDRESS [CONTENT_ADDRESS] | --remove" >&2
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
  # Only writes the files, below a folder: to look at them, or into an image of a card.
  [ $# -ge 3 ] || usage
  ROOT=$2
  shift 2
fi
LAUNCHER=/usr/local/bin/vitrine-kiosk
SERVICE=/etc/systemd/system/vitrine-kiosk.service
POLICIES="/etc/chromium/policies/managed /etc/chromium-browser/policies/managed"

if [ "${1:-}" = --remove ]; then
  [ "$(id -u)" = 0 ] || fail 'must run as root (sudo)'
  systemctl disable --now vitrine-kiosk.service || true
  rm -f "$LAUNCHER" "$SERVICE"
  for folder in $POLICIES; do rm -f "$folder/vitrine-kiosk.json"; done
  systemctl daemon-reload
  userdel "$USER_NAME" 2>/dev/null || true
  echo "Removed. What the screen kept is in $HOME_DIR; remove it, too, if nobody needs it."
  exit 0
fi

PLAYER=${1:-}
PLAYER=${PLAYER%/}
case $PLAYER in http://*|https://*) ;; *) usage ;; esac
echo "$PLAYER" | grep -Eq '^https?://[A-Za-z0-9.-]+(:[0-9]+)?$|^https?://\[[0-9a-fA-F:]+\](:[0-9]+)?$' ||
  fail "$PLAYER is no address like http://192.168.1.10:8081"
# By default uploaded web pages come from the next port of the same host.
PORT=${PLAYER##*:}
case $PORT in
  *[!0-9]*) CONTENT=${2:-$PLAYER} ;;
  *) CONTENT=${2:-${PLAYER%:*}:$((PORT + 1))} ;;
esac

write() { # FILE MODE: from standard input
  mkdir -p "$ROOT$(dirname "$1")"
  cat >"$ROOT$1"
  chmod "$2" "$ROOT$1"
}

# What the browser may do: this player and its web pages, sound, storage that lasts (on plain http, too), and nothing
# that would let somebody in front of the screen out, or that writes to the card what a screen never needs.
for folder in $POLICIES; do
  write "$folder/vitrine-kiosk.json" 644 <<JSON
{
  "URLBlocklist": ["*"],
  "URLAllowlist": ["$PLAYER", "$CONTENT"],
  "OverrideSecurityRestrictionsOnInsecureOrigin": ["$PLAYER", "$CONTENT"],
  "AutoplayAllowlist": ["$PLAYER", "$CONTENT"],
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

# The browser itself. A page whose process has died, or that has left no sign of life on the disk for a quarter of an
# hour (it does every five minutes), cannot start itself again: then the browser ends, and with it the service, which
# comes back.
write "$LAUNCHER" 755 <<'LAUNCHER'
#!/bin/sh
set -eu
PLAYER=$1
PROFILE=$2
shift 2
BROWSER=$(command -v chromium || command -v chromium-browser)
# What a power cut left behind, or another machine's name in it, must not keep the browser from starting.
rm -f "$PROFILE"/Singleton*
"$BROWSER" --kiosk --user-data-dir="$PROFILE" --ozone-platform=wayland \
  --autoplay-policy=no-user-gesture-required --noerrdialogs --disable-infobars --hide-crash-restore-bubble \
  --disable-session-crashed-bubble --disable-pinch --overscroll-history-navigation=0 --no-first-run \
  --password-store=basic --disable-component-update --disable-background-networking --disable-sync \
  --disable-hang-monitor --disable-gpu-shader-disk-cache --disk-cache-dir="${XDG_RUNTIME_DIR:-/tmp}/vitrine-kiosk" --disk-cache-size=20000000 \
  --disable-features=Translate,SpareRendererForSitePerProcess,SegmentationPlatform,OptimizationHints \
  "$@" "$PLAYER/" &
PID=$!
trap 'kill "$PID" 2>/dev/null; wait "$PID"; exit' TERM INT
EVERY=5
SILENT_MOST=180
empty=0
silent=0
signs=0
sign=
while kill -0 "$PID" 2>/dev/null; do
  sleep $EVERY &
  wait $! || true
  # The browser's own pages have processes, too.
  if ps -u "$(id -u)" -o args= | grep -e '--[t]ype=renderer' | grep -v -e --top-chrome-webui -e --extension-process | grep -q .; then
    empty=0
  else
    empty=$((empty + 1))
  fi
  before=$sign
  sign=$(stat -c '%n %y %s' "$PROFILE/Default/Local Storage/leveldb/"* 2>/dev/null || true)
  # Missed only once it has come a few times: a browser that keeps nothing leaves none.
  if [ "$sign" != "$before" ]; then
    signs=$((signs + 1))
    silent=0
  elif [ "$signs" -ge 3 ]; then
    silent=$((silent + 1))
  fi
  if [ "$empty" -ge 3 ] || [ "$silent" -ge "$SILENT_MOST" ]; then
    # A process that no longer listens is not asked.
    kill "$PID" 2>/dev/null || true
    sleep 3
    kill -9 "$PID" 2>/dev/null || true
  fi
done
wait "$PID" || true
LAUNCHER

write "$SERVICE" 644 <<UNIT
[Unit]
Description=Vitrine screen
# Not after the network: a screen plays without it.
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
ExecStart=/usr/bin/cage -d -- $LAUNCHER $PLAYER $HOME_DIR/profile
Restart=always
RestartSec=2
MemoryMax=90%

[Install]
WantedBy=graphical.target
UNIT

[ -z "$ROOT" ] || exit 0
[ "$(id -u)" = 0 ] || fail 'must run as root (sudo)'
command -v apt-get >/dev/null || fail 'needs Debian, Raspberry Pi OS, or another system with apt'

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
BROWSER=chromium
apt-cache show chromium >/dev/null 2>&1 || BROWSER=chromium-browser
apt-get install -y --no-install-recommends cage xwayland "$BROWSER" procps util-linux libpam-systemd dbus \
  fonts-noto-core fonts-noto-color-emoji

id "$USER_NAME" >/dev/null 2>&1 ||
  useradd --system --create-home --home-dir "$HOME_DIR" --shell /usr/sbin/nologin "$USER_NAME"
for group in video render input audio; do
  if getent group "$group" >/dev/null; then usermod -a -G "$group" "$USER_NAME"; fi
done
install -d -o "$USER_NAME" -m 700 "$HOME_DIR" "$HOME_DIR/profile"

# The kernel's own console stays lit, too.
for file in /boot/firmware/cmdline.txt /boot/cmdline.txt; do
  if [ -f "$file" ] && ! grep -q consoleblank= "$file"; then sed -i '1s/$/ consoleblank=0/' "$file"; fi
done
systemctl daemon-reload
systemctl set-default graphical.target
systemctl enable vitrine-kiosk.service
systemctl restart vitrine-kiosk.service
echo "This screen plays $PLAYER from now on. Its code is on the screen: type it in the console under Devices, Add screen."
