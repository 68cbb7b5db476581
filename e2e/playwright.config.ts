import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { INSECURE_HOST } from './support/insecure-host.ts'

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

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../.cache/journeys',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Two leave a fifth of two processors idle; each has its own server and browser.
  workers: 3,
  // Twice more on a machine that stumbles; the test command names what passed only then.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Traces double the work of every journey: `--trace on` when one has to be looked into.
    trace: 'off',
    actionTimeout: 10_000,
    // Motion costs a seventh of the processor time. Journeys about motion turn it on, and so do screens.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // As kiosk.sh has it: players on one machine can't look up the names that hide its addresses.
        '--disable-features=WebRtcHideLocalIpsWithMdns',
        '--autoplay-policy=no-user-gesture-required',
        `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
      ],
    },
  },
})
