import { defineConfig } from '@playwright/test'

/**
 * The player in a real Chromium against a small server that speaks its protocol. CHROMIUM_PATH names the browser. What
 * measures time comes last and one by one; `--project=timing --no-deps` runs that alone.
 */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'node_modules/.playwright-results',
  globalSetup: './test/browser/build-player.ts',
  fullyParallel: true,
  workers: 2,
  projects: [
    { name: 'behaviour', grepInvert: /@timed/ },
    { name: 'timing', grep: /@timed/, dependencies: ['behaviour'], workers: 1 },
  ],
  // Twice more on a machine that stumbles; the test command names what passed only then.
  retries: 2,
  timeout: 90_000,
  reporter: 'list',
})
