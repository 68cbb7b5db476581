import { defineConfig } from '@playwright/test'

/** The player in a real Chromium against a small protocol server. CHROMIUM_PATH names the browser. */
export default defineConfig({
  // Those in `browser` run before every landing, those in `nightly` every night.
  testDir: 'test',
  testMatch: '{browser,nightly}/**/*.spec.ts',
  outputDir: 'node_modules/.playwright-results',
  globalSetup: './test/browser/build-player.ts',
  fullyParallel: true,
  // They mostly wait.
  workers: 3,
  // Retry twice on an unreliable machine; the test command lists tests that passed only on a retry.
  retries: 2,
  timeout: 90_000,
  reporter: 'list',
})
