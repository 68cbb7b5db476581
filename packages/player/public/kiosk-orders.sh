#!/bin/sh
# Carries out the orders that the machine's helper left, as root: restarts of the browser and the machine, and the update of
# the kiosk itself from its server.
#
#   kiosk-orders.sh PLAYER CONTENT
set -eu
PLAYER=$1
CONTENT=$2
ORDERS="${ORDERS:-/run/vitrine-kiosk}"
KEY="${KEY:-/etc/vitrine-kiosk/server.der}"
PACKAGE=vitrine-kiosk.deb

is_ordered() { [ -f "$ORDERS/order-$1" ] && rm -f "$ORDERS/order-$1"; }
refuse() {
  echo "No update: $1" >&2
  exit 1
}

# Only what the server signed that this screen was set up with, for the same address, and not an older version.
update() (
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  chmod 755 "$folder"
  cd "$folder"
  for file in $PACKAGE $PACKAGE.sig; do
    curl -fsSO --max-time 300 --max-filesize 5000000 "$PLAYER/api/setup/$file" || refuse "$PLAYER doesn't answer"
  done
  openssl pkeyutl -verify -pubin -keyform DER -inkey "$KEY" -rawin -in $PACKAGE -sigfile $PACKAGE.sig ||
    refuse "the package isn't signed by the server that set this screen up"
  [ "$(dpkg-deb -f $PACKAGE Package)" = vitrine-kiosk ] || refuse 'another package'
  [ "$(dpkg-deb -f $PACKAGE Homepage)" = "$(dpkg-query -W -f='${Homepage}' vitrine-kiosk)" ] ||
    refuse 'the package is for another address'
  old=$(dpkg-query -W -f='${Version}' vitrine-kiosk)
  new=$(dpkg-deb -f $PACKAGE Version)
  dpkg --compare-versions "${new%+*}" ge "${old%+*}" || refuse "$new is older than $old"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q || true
  VITRINE_KIOSK_ADDRESSES="$PLAYER $CONTENT" VITRINE_KIOSK_CHECK=later apt-get install -qy --no-install-recommends \
    --allow-downgrades "$folder/$PACKAGE"
)

if is_ordered update-kiosk; then update || true; fi
if is_ordered restart-browser; then
  # The player still has to say that the order arrived.
  sleep 2
  systemctl restart vitrine-kiosk.service
fi
if is_ordered reboot; then systemctl reboot; fi
rm -f "$ORDERS"/order-*
