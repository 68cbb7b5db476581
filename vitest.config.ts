import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const PACKAGES = ['contract', 'widgets', 'server', 'console', 'player']

const MIGRATED = fileURLToPath(new URL('./packages/server/test/migrated.ts', import.meta.url))

const common = {
  environment: 'node' as const,
  // Generous, because a slow machine is no failure; what must be fast is measured by the benches.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Files share a process and the modules that it has loaded, which is half the work: each leaves behind what it found.
  isolate: false,
}

// Logic runs in Node; what needs a browser is tried in a real one by the journeys in e2e/.
export default defineConfig({
  test: {
    // One less by default, which leaves half of a machine with two processors idle.
    maxWorkers: '100%',
    projects: [
      ...PACKAGES.map((name) => ({
        test: {
          name,
          root: `packages/${name}`,
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
          ...common,
          ...(name === 'server' && { globalSetup: MIGRATED }),
        },
      })),
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.mjs'],
          ...common,
        },
      },
    ],
  },
})
