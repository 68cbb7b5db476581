import { defineConfig } from 'vitest/config'

// Logic runs in Node; what needs a browser is tried in a real one by the journeys in e2e/.
export default defineConfig({
  test: {
    projects: ['contract', 'widgets', 'server', 'console', 'player'].map((name) => ({
      test: {
        name,
        root: `packages/${name}`,
        include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
        environment: 'node',
      },
    })),
  },
})
