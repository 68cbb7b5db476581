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
  // Two workers leave a fifth of two cores idle; each worker has its own server and browser.
  workers: 3,
  // Retry twice on an unreliable machine; the test command lists tests that passed only on a retry.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Traces double the time of every journey; pass `--trace on` to debug one.
    trace: 'off',
    actionTimeout: 10_000,
    // Animation takes a seventh of the CPU time. Journeys about motion turn it back on, and so do screens.
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
        // As in kiosk.sh: players on one machine can't resolve the mDNS names that hide its addresses.
        '--disable-features=WebRtcHideLocalIpsWithMdns',
        '--autoplay-policy=no-user-gesture-required',
        `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
      ],
    },
  },
})
