#!/bin/sh
# Turns a Debian machine or a Raspberry Pi (Raspberry Pi OS Lite) into a Vitrine screen: full-screen Chromium in a small
# compositor that starts with the machine, never blanks, and restarts if it exits. Run this on the screen:
#
#   curl -fsS http://SERVER:8081/kiosk.sh | sudo sh -s -- http://SERVER:8081
#
# It installs the Debian package of that server, and reports success only once it has seen the monitor's picture. Run it
# again with another address to move the screen to another server. `--remove` uninstalls it, `--purge` also deletes what
# the screen has stored.
set -eu
LC_ALL=C
export LC_ALL

usage() {
  echo "Usage: kiosk.sh PLAYER_ADDRESS [CONTENT_ADDRESS] | --files FOLDER PLAYER_ADDRESS [CONTENT_ADDRESS] | --remove | --purge" >&2
  exit 1
}
fail() {
  echo "kiosk.sh: $1" >&2
  exit 1
}

# What the Debian package depends on, and installs without recommendations. polkitd: logind gives no seat without it.
PACKAGES="cage xwayland chromium|chromium-browser polkitd|policykit-1 libpam-systemd dbus procps curl ca-certificates openssl
  fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji python3 v4l-utils wlr-randr unattended-upgrades"

USER_NAME=vitrine-kiosk
HOME_DIR=/var/lib/vitrine-kiosk
LIB=/usr/lib/vitrine-kiosk
UNITS=/etc/systemd/system
STATE=/etc/vitrine-kiosk
# What the installation changed besides its own files, to undo it.
CHANGES=$STATE/changes
# A port below 1024: no other program of a user can take it.
HELPER=899
START=http://127.0.0.1:$HELPER/start
POLICIES="/etc/chromium/policies/managed /etc/chromium-browser/policies/managed"
WATCHDOG=/etc/systemd/system.conf.d/vitrine-kiosk.conf
UPGRADES=/etc/apt/apt.conf.d/52vitrine-kiosk
UPGRADES_TIME=$UNITS/apt-daily-upgrade.timer.d/vitrine-kiosk.conf
# Units that start with the machine, the screen last.
STARTED="vitrine-kiosk-sites.timer vitrine-kiosk-browser.path vitrine-kiosk-orders.path vitrine-kiosk-machine.service
  vitrine-kiosk-watch.service vitrine-kiosk.service"
# Files of versions that came without the Debian package.
FORMER="/usr/local/bin/vitrine-kiosk /usr/local/sbin/vitrine-kiosk-sites /usr/local/lib/vitrine-kiosk
  $UNITS/vitrine-kiosk-reboot.service $UNITS/vitrine-kiosk-reboot.path"

# Sets ADDRESS to an address as browsers write it: lower case, without a slash at the end or a default port. Policies, units,
# and scripts that root runs contain only addresses that came through here.
parse_address() {
  ADDRESS=
  case $1 in
    *[!][A-Za-z0-9.:/-]*) fail "The address contains characters that no address has. It looks like http://192.168.1.10:8081" ;;
  esac
  ADDRESS=$(printf '%s' "${1%/}" | tr A-Z a-z)
  printf '%s\n' "$ADDRESS" | grep -Exq 'https?://([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]*)?' ||
    fail "$1 isn't an address like http://192.168.1.10:8081"
  # After the last colon, unless that is inside the brackets of an IPv6 address or before the slashes.
  port=${ADDRESS##*:}
  case $port in
    //* | *]) return 0 ;;
    '' | 0* | ??????*) fail "$1 has no valid port. Ports are numbers from 1 to 65535" ;;
  esac
  [ "$port" -le 65535 ] || fail "$1 has no valid port. Ports are numbers from 1 to 65535"
  case $ADDRESS in http:*:80 | https:*:443) ADDRESS=${ADDRESS%:*} ;; esac
}

# Sets PLAYER and CONTENT. By default, uploaded web pages are served from the next port on the same host.
parse_addresses() {
  [ $# -ge 1 ] && [ $# -le 2 ] || usage
  parse_address "$1"
  PLAYER=$ADDRESS
  if [ $# = 2 ]; then
    parse_address "$2"
  else
    port=${PLAYER##*:}
    case $port in
      *[!0-9]*) ;;
      65535) fail "$PLAYER has the last port. Add the address of uploaded web pages" ;;
      *) parse_address "${PLAYER%:*}:$((port + 1))" ;;
    esac
  fi
  CONTENT=$ADDRESS
}

need_root() { [ "$(id -u)" = 0 ] || fail 'run this script as root (with sudo)'; }
# Not while an image of a system is built.
is_running() { [ -d /run/systemd/system ]; }
is_package() { [ "$(dpkg-query -W -f='${db:Status-Status}' vitrine-kiosk 2>/dev/null)" = "$1" ]; }

# Loads the package of the server into a temporary file.
load_package() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  # apt-get reads it as another user.
  chmod 755 "$folder"
  PACKAGE=$folder/vitrine-kiosk.deb
  curl -fsS --max-time 300 -o "$PACKAGE" "$PLAYER/api/setup/vitrine-kiosk.deb" ||
    fail "$PLAYER doesn't answer as a Vitrine player does. Check the address, the network of this machine, and the server"
  [ "$(dpkg-deb -f "$PACKAGE" Package 2>/dev/null)" = vitrine-kiosk ] ||
    fail "$PLAYER isn't a Vitrine player. Is the address right? In a guest network, its login page may have answered"
}

# Installs the package of the server at PLAYER, with the addresses that were typed: the server may know itself by others.
install_package() {
  need_root
  command -v apt-get >/dev/null || fail 'this script requires Debian, Raspberry Pi OS, or another system with apt'
  load_package
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q || true
  VITRINE_KIOSK_ADDRESSES="$PLAYER $CONTENT" VITRINE_KIOSK_CHECK=later apt-get install -qy --no-install-recommends \
    --allow-downgrades --reinstall "$PACKAGE"
  python3 -I "$LIB/kiosk-picture.py" "$PLAYER" "${VITRINE_KIOSK_SECONDS:-180}"
}

write() { # FILE MODE; reads the content from stdin
  folder=$(dirname "$1")
  [ -d "$ROOT$folder" ] || note_folders "$folder"
  mkdir -p "$ROOT$folder"
  cat >"$ROOT$1"
  chmod "$2" "$ROOT$1"
}
note_folders() { # Missing folders, the innermost first
  missing=$1
  while [ ! -d "$ROOT$missing" ]; do
    [ -n "$ROOT" ] || [ "$missing" = "$STATE" ] || FOLDERS="$FOLDERS$missing "
    missing=$(dirname "$missing")
  done
}

write_files() {
FOLDERS=
# Browser policies: allow only the player and its web pages, with sound and persistent storage (even on plain HTTP).
# Block every way out of the player, and any disk writes that a screen doesn't need. What the browser may open besides
# has a file of its own, which follows the list of allowed sites in the console.
for folder in $POLICIES; do
  write "$folder/vitrine-kiosk-sites.json" 644 <<JSON
{"URLAllowlist":["$PLAYER","$CONTENT","$START"]}
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


unit() { # NAME; reads the rest of the unit
  { printf '[Unit]\nDescription=%s\n' "$2"; cat; } | write "$UNITS/$1" 644
}

unit vitrine-kiosk-sites.service 'Sites that the Vitrine screen may open' <<UNIT

[Service]
Type=oneshot
ExecStart=$LIB/kiosk-sites.sh $PLAYER $CONTENT $START
UNIT
unit vitrine-kiosk-sites.timer 'Sites that the Vitrine screen may open' <<UNIT

[Timer]
OnBootSec=20s
OnUnitActiveSec=30s
AccuracySec=5s

[Install]
WantedBy=timers.target
UNIT

# As the browser's user: it may use the TV's and a serial adapter's devices, and nothing else that is not everyone's.
unit vitrine-kiosk-machine.service 'Panel and machine of the Vitrine screen' <<UNIT
Before=vitrine-kiosk.service

[Service]
User=$USER_NAME
# For the log that people download from the console.
SupplementaryGroups=systemd-journal
AmbientCapabilities=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
# The socket of the compositor is in /run/user.
ProtectHome=read-only
PrivateTmp=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RuntimeDirectory=vitrine-kiosk
Environment=HOME=$HOME_DIR
ExecStartPre=+$LIB/kiosk-sites.sh key
ExecStart=/usr/bin/python3 -I $LIB/kiosk-machine.py $PLAYER $HELPER
Restart=always
RestartSec=5
MemoryMax=100M

[Install]
WantedBy=multi-user.target
UNIT

# Outside the compositor, which may hang before it starts anything.
unit vitrine-kiosk-watch.service 'Watchdog of the Vitrine screen' <<UNIT
After=vitrine-kiosk-machine.service

[Service]
ExecStart=/usr/bin/python3 -I $LIB/kiosk-watch.py $PLAYER $HOME_DIR/profile
ProtectSystem=strict
ReadWritePaths=$STATE
PrivateTmp=yes
NoNewPrivileges=yes
Restart=always
RestartSec=5
MemoryMax=100M

[Install]
WantedBy=multi-user.target
UNIT

# The helper may ask for these, and for nothing else: its file only says that there is an order.
unit vitrine-kiosk-orders.service 'Orders of the Vitrine server for this machine' <<UNIT

[Service]
Type=oneshot
ExecStart=$LIB/kiosk-orders.sh $PLAYER $CONTENT
UNIT
unit vitrine-kiosk-orders.path 'Orders of the Vitrine server for this machine' <<UNIT

[Path]
PathExistsGlob=/run/vitrine-kiosk/order-*

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
unit vitrine-kiosk-browser.service 'Restart of the Vitrine screen with an updated browser' <<'UNIT'

[Service]
Type=oneshot
ExecStartPre=/bin/sleep 60
ExecStart=/usr/bin/systemctl try-restart vitrine-kiosk.service
UNIT
unit vitrine-kiosk-browser.path 'Updates of the browser of the Vitrine screen' <<'UNIT'

[Path]
PathChanged=/usr/lib/chromium/chromium
PathChanged=/usr/lib/chromium-browser/chromium-browser

[Install]
WantedBy=multi-user.target
UNIT

# One output, the last one that was plugged in: a page across two monitors would lie on the gap between them.
unit vitrine-kiosk.service 'Vitrine screen' <<UNIT
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
ExecStartPre=-+$LIB/kiosk-sites.sh key
Environment=HELPER=$HELPER
ExecStart=/usr/bin/cage -d -m last -- $LIB/kiosk-launcher.sh $PLAYER $HOME_DIR/profile
# The launcher would start another browser, for which the compositor waits until it is killed.
ExecStop=-+/usr/bin/pkill -u $USER_NAME -f kiosk-launcher.sh
Restart=always
RestartSec=2
TimeoutStopSec=10
MemoryMax=90%

[Install]
WantedBy=multi-user.target
UNIT
}

# Called by the package, whose files and programs are in place.
configure() {
  need_root
  rm -rf $FORMER
  is_new=
  [ -e "$CHANGES" ] || is_new=1
  write_files
  install -d -m 750 "$STATE"
  for name in $FOLDERS; do echo "folder $name" >>"$CHANGES"; done
  [ -z "$is_new" ] || : >>"$CHANGES"

  id "$USER_NAME" >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir "$HOME_DIR" --shell /usr/sbin/nologin "$USER_NAME"
  for group in video render input audio dialout; do
    if getent group "$group" >/dev/null; then usermod -a -G "$group" "$USER_NAME"; fi
  done
  install -d -m 700 "$HOME_DIR" "$HOME_DIR/profile"
  # What a former installation left belongs to root.
  chown -R -h "$USER_NAME:$USER_NAME" "$HOME_DIR"
  "$LIB/kiosk-sites.sh" key
  if [ -f "$LIB/server.der" ]; then install -m 644 "$LIB/server.der" "$STATE/server.der"; fi

  # Keep the kernel console from blanking too.
  for file in /boot/firmware/cmdline.txt /boot/cmdline.txt; do
    if [ -f "$file" ] && ! grep -q consoleblank= "$file"; then
      sed -i '1s/$/ consoleblank=0/' "$file"
      echo "consoleblank $file" >>"$CHANGES"
    fi
  done
  systemctl enable $STARTED
  is_running || return 0
  systemctl daemon-reload
  systemctl daemon-reexec
  systemctl try-restart apt-daily-upgrade.timer || true
  systemctl restart $STARTED
  [ -z "${VITRINE_KIOSK_CHECK:-}" ] || return 0
  # A package without a monitor is installed all the same.
  python3 -I "$LIB/kiosk-picture.py" "$PLAYER" 60 || true
}

# The opposite of configure(). What the screen stored stays, owned by root.
undo() {
  need_root
  if is_running; then
    systemctl stop $STARTED vitrine-kiosk-orders.service || true
    loginctl terminate-user "$USER_NAME" 2>/dev/null || true
  fi
  systemctl disable $STARTED 2>/dev/null || true
  rm -rf $FORMER "$UNITS"/vitrine-kiosk.service* "$UNITS"/vitrine-kiosk-* "$WATCHDOG" "$UPGRADES" "$UPGRADES_TIME"
  for folder in $POLICIES; do rm -f "$folder/vitrine-kiosk.json" "$folder/vitrine-kiosk-sites.json"; done
  if [ -f "$CHANGES" ]; then
    while read -r what where; do
      case $what in
        folder) rmdir "$where" 2>/dev/null || true ;;
        consoleblank) sed -i '1s/ consoleblank=0//' "$where" ;;
      esac
    done <"$CHANGES"
  fi
  rm -rf "$STATE"
  for try in 1 2 3 4 5; do
    if ! id "$USER_NAME" >/dev/null 2>&1 || userdel "$USER_NAME"; then break; fi
    sleep 1
  done
  if [ -d "$HOME_DIR" ]; then chown -R -h root:root "$HOME_DIR"; fi
  is_running || return 0
  systemctl daemon-reload
  systemctl daemon-reexec
  systemctl try-restart apt-daily-upgrade.timer || true
  # The login prompt that the screen replaced.
  systemctl start --no-block getty@tty1.service || true
}

uninstall() { # remove | purge
  need_root
  export DEBIAN_FRONTEND=noninteractive
  if is_package installed || is_package config-files; then
    apt-get "$1" -qy vitrine-kiosk
  else
    undo
    [ "$1" = remove ] || rm -rf "$HOME_DIR"
  fi
  [ "$1" = purge ] || echo "Removed. What the screen stored is still in $HOME_DIR: --purge deletes it."
  echo 'The programs that came with it are still there: "apt autoremove" removes those that nothing else needs.'
}

ROOT=
case ${1:-} in
  --files)
    # Only write the files below a folder, to inspect them or to prepare an SD card image.
    [ $# -ge 3 ] || usage
    ROOT=$2
    shift 2
    parse_addresses "$@"
    if [ -f "$(dirname "$0")/kiosk-watch.py" ]; then
      mkdir -p "$ROOT$LIB"
      cp "$(dirname "$0")"/kiosk*.sh "$(dirname "$0")"/kiosk-*.py "$(dirname "$0")"/kiosk-*.html "$ROOT$LIB"
    else
      load_package
      dpkg-deb -x "$PACKAGE" "$ROOT/"
    fi
    write_files
    ;;
  --installed)
    shift
    parse_addresses "$@"
    configure
    ;;
  --undo) undo ;;
  --remove) uninstall remove ;;
  --purge) uninstall purge ;;
  '' | -*) usage ;;
  *)
    parse_addresses "$@"
    install_package
    ;;
esac
