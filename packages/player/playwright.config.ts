import { defineConfig } from '@playwright/test'

/** The player in a real Chromium against a small server that speaks its protocol. CHROMIUM_PATH names the browser. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'node_modules/.playwright-results',
  globalSetup: './test/browser/build-player.ts',
  workers: 1,
  timeout: 90_000,
  reporter: 'list',
})
