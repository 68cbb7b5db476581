/** Setup files on the server, by kind of screen. */
export const SETUP_FILES = {
  debian: 'vitrine-kiosk.deb',
  webos: 'vitrine.ipk',
  tizen: 'vitrine.wgt',
  brightsign: 'autorun.zip',
  fully: 'fully-settings.json',
  android: 'android-policy.json',
  chromeos: 'chromeos.html',
  windows: 'windows.ps1',
} as const

export type SetupKind = keyof typeof SETUP_FILES
export const SETUP_KINDS = Object.keys(SETUP_FILES) as SetupKind[]

/** URL of a setup file at the player's address; screens that load it themselves have no session. */
export const setupAddress = (player: string, kind: SetupKind): string =>
  `${player}/api/setup/${SETUP_FILES[kind]}`

/** File with the Ed25519 signature of the Debian package. */
export const DEBIAN_SIGNATURE = `${SETUP_FILES.debian}.sig`

/**
 * Downloads the package and installs it only if it is signed by `key` (the public key in base64 of DER) and made for
 * this player: the server signs packages for every host name it is called by. Versions of two addresses have no order, so a
 * move may look like a downgrade.
 */
export const debianCommand = (player: string, key: string): string => {
  const file = setupAddress(player, 'debian')
  return [
    `curl -fsSO ${file}`,
    `curl -fsSO ${file}.sig`,
    `echo ${key} | base64 -d > vitrine.der`,
    `openssl pkeyutl -verify -pubin -keyform DER -inkey vitrine.der -rawin -in ${SETUP_FILES.debian} -sigfile ${DEBIAN_SIGNATURE}`,
    `[ "$(dpkg-deb -f ${SETUP_FILES.debian} Homepage)" = ${player} ]`,
    `sudo apt install --no-install-recommends --allow-downgrades ./${SETUP_FILES.debian}`,
  ].join(' &&\n')
}
