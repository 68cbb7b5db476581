/** Kinds of screens that play without a PC, by the file of the server that sets them up. */
export const SETUP_FILES = {
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

/** Where the player's address hands a file out; screens that load it themselves have no session. */
export const setupAddress = (player: string, kind: SetupKind): string =>
  `${player}/api/setup/${SETUP_FILES[kind]}`
