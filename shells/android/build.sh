#!/bin/sh
# Builds vitrine-player.apk with the tools of the Android SDK alone: build-tools, one platform, and a JDK 17 or newer.
#
#   ANDROID_HOME=/path/to/sdk KEYSTORE=/path/to/your.keystore sh build.sh
#
# Without KEYSTORE the APK stays unsigned; devices take signed ones only, and updates with the same key only. apksigner
# asks for the password of the keystore. Make one with:
#   keytool -genkeypair -keystore your.keystore -alias vitrine -keyalg RSA -keysize 4096 -validity 10000
set -eu
cd "$(dirname "$0")"
fail() {
  echo "build.sh: $1" >&2
  exit 1
}
[ -n "${ANDROID_HOME:-}" ] || fail 'set ANDROID_HOME to the folder of the Android SDK'
newest() { # FOLDER; its entry with the highest version
  for entry in "$1"/*; do [ -e "$entry" ] && echo "$entry"; done | sort -V | tail -n 1
}
TOOLS=$(newest "$ANDROID_HOME/build-tools")
JAR=$(newest "$ANDROID_HOME/platforms")/android.jar
[ -x "$TOOLS/aapt2" ] || fail "no build-tools in $ANDROID_HOME"
[ -f "$JAR" ] || fail "no platform in $ANDROID_HOME"
command -v javac >/dev/null || fail 'no javac: install a JDK'

rm -rf build
mkdir -p build/classes build/dex
"$TOOLS/aapt2" compile --dir res -o build/resources.zip
"$TOOLS/aapt2" link -I "$JAR" --manifest AndroidManifest.xml --java build/generated -o build/bare.apk build/resources.zip
javac -nowarn -source 11 -target 11 -classpath "$JAR" -d build/classes \
  build/generated/org/vitrine/player/R.java src/org/vitrine/player/*.java
"$TOOLS/d8" --release --min-api 26 --lib "$JAR" --output build/dex $(find build/classes -name '*.class')
cp build/bare.apk build/whole.apk
(cd build/dex && zip -q ../whole.apk classes.dex)
"$TOOLS/zipalign" -f 4 build/whole.apk build/vitrine-player.apk
if [ -n "${KEYSTORE:-}" ]; then
  "$TOOLS/apksigner" sign --ks "$KEYSTORE" build/vitrine-player.apk
  "$TOOLS/apksigner" verify build/vitrine-player.apk
fi
echo "shells/android/build/vitrine-player.apk"
