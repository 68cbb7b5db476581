import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'

export default defineConfig({
  // `journeys` run before every landing, `nightly` every night.
  testDir: '.',
  outputDir: '../.cache/journeys',
  snapshotPathTemplate: '{testDir}/nightly/pictures/{arg}{ext}',
  // Each has its own server and browser; the tests of the server run next to them.
  workers: 2,
  // Generous, because a slow machine is no failure; what must be fast is measured by the benches.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Traces double the time of every journey; pass `--trace on` to debug one.
    trace: 'off',
    actionTimeout: 60_000,
    // Animation takes a seventh of the CPU time. Journeys about motion turn it back on, and so do screens.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM,
  },
})
