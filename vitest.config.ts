import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundledWorkers } from './scripts/server-bundle.mjs'

const PACKAGES = ['contract', 'widgets', 'console', 'player']

const WHOLE_CONSOLE = 'test/**/*.test.tsx'
const MIGRATED = fileURLToPath(new URL('./packages/server/test/migrated.ts', import.meta.url))
const BUNDLE = fileURLToPath(new URL('./scripts/server-bundle.mjs', import.meta.url))

/**
 * For the whole console: the development build of React takes twice the time. A plugin, because Vitest keeps what it
 * transformed by the names of plugins, and would take it from the project with the other build.
 */
const SHIPPED_REACT = { name: 'shipped-react', config: () => ({ oxc: { jsx: { development: false } } }) }

/** A run takes no longer than the last of these, so they begin first. Without a cache Vitest only knows the sizes of files. */
const LONG =
  /(kill|command-line|client-commands|probe|stream-laws|lists|supervise|document-laws|hostile-laws|concurrency-laws|backups|tenant-laws|packages|stopping|database-outage|patterns|media-library|failing-calls|screens)\.test\./

/** Beside the journeys, whose browsers leave little of a processor, these pictures would take ten times as long: they are last. */
const PICTURES = /(photos|take-photo)\.test\./

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) =>
      LONG.test(moduleId) ? 0 : PICTURES.test(moduleId) ? 2 : 1
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

/** More than there are processors: server tests often wait for processes, timers and the disk. */
const WORKERS = availableParallelism() + 2

const common = {
  environment: 'node' as const,
  // Generous, because a slow machine is no failure; what must be fast is measured by the benches.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Files share a process and the modules that it has loaded, which is half the work: each leaves behind what it found.
  isolate: false,
  maxWorkers: WORKERS,
  // Processes that tests start load what an earlier one has compiled.
  env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'node-compile-cache') },
}
const inPackage = (name: string) => ({
  root: `packages/${name}`,
  include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
  ...common,
})
const server = {
  ...inPackage('server'),
  globalSetup: [MIGRATED, BUNDLE],
}

// Logic runs in Node; what needs a browser is tried in a real one by the journeys in e2e/.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      ...PACKAGES.map((name) => ({ test: { name, ...inPackage(name), exclude: [WHOLE_CONSOLE] } })),
      {
        plugins: [SHIPPED_REACT],
        test: {
          name: 'console-screens',
          ...inPackage('console'),
          include: [WHOLE_CONSOLE],
          env: { ...common.env, NODE_ENV: 'production' },
        },
      },
      {
        plugins: [bundledWorkers],
        test: { name: 'server', ...server },
      },
      // Only for `npm run bench routes` and `npm run bench full`.
      ...(process.env.ROUTE_TIMES || process.env.FULL_FOLDER
        ? [
            {
              plugins: [bundledWorkers],
              test: {
                ...server,
                name: 'server-scale',
                include: [
                  `test/laws/scale/${process.env.FULL_FOLDER ? 'full-organization' : 'route-times'}.ts`,
                ],
              },
            },
          ]
        : []),
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
