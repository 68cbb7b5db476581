import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { INSECURE_HOST } from './insecure-host.ts'

function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** How journeys start the browser. */
export const CHROMIUM = {
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // As in kiosk.sh: players on one machine can't resolve the mDNS names that hide its addresses.
    '--disable-features=WebRtcHideLocalIpsWithMdns',
    '--autoplay-policy=no-user-gesture-required',
    `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
  ],
}
