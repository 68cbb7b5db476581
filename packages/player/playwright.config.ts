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
  // Generous, because a slow machine is no failure; what must be fast is measured by the benches.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
})
