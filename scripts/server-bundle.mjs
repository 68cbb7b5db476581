import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { sourcesHash } from './setup/built.mjs'
import { OUTSIDE_THE_BUNDLE } from './setup/production.mjs'
import { root } from './setup/root.mjs'

const source = path.join(root, 'packages', 'server', 'src')
const cache = path.join(root, '.cache')
const forTests = path.join(cache, 'server')
const STAMP = 'sources.sha256'

/**
 * A plugin for sources that write `new URL('./probe.worker.ts', import.meta.url)`. `address` returns the replacement
 * for the arguments, given the name of a worker.
 */
const workersAt = (address) => ({
  name: 'workers-at',
  transform: {
    filter: { code: /\.worker\.ts['"], import\.meta\.url/ },
    handler: (code) => ({
      code: code.replace(/(['"])[^'"]*?([\w-]+\.worker)\.ts\1, import\.meta\.url/g, (_, _quote, name) =>
        address(name),
      ),
      map: null,
    }),
  },
})

/** The commit that is built, with `+` if sources differ from it; '' outside a clone. */
function commit() {
  const { VITRINE_COMMIT: given } = process.env
  if (given) return given
  const git = (...args) =>
    spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' })
  const found = git('rev-parse', '--short=10', 'HEAD')
  if (found.status !== 0) return ''
  return `${found.stdout.trim()}${git('status', '--porcelain', '--', 'packages', 'scripts').stdout ? '+' : ''}`
}

/** The server, its commands and its workers as ES modules in one folder. */
export async function bundleServer(folder) {
  const files = ['main.ts', 'cli.ts', 'health-check.ts', ...globSync('**/*.worker.ts', { cwd: source })]
  const inputs = files.map((file) => [path.basename(file, '.ts'), path.join(source, file)])
  const bundle = await rolldown({
    input: Object.fromEntries(inputs),
    platform: 'node',
    external: (id) => OUTSIDE_THE_BUNDLE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [workersAt((name) => `'./${name}.js', import.meta.url`)],
    transform: { target: 'node24', define: { 'process.env.VITRINE_COMMIT': JSON.stringify(commit()) } },
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      handle(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  if (output.some(({ moduleIds = [] }) => moduleIds.some((id) => id.includes('/packages/demo/'))))
    throw new Error('The server loads the demo only with --demo, so import only its types.')
  await bundle.close()
}

/** The demo, with its pictures, apart from the server. */
export async function bundleDemo(folder) {
  const bundle = await rolldown({
    input: { demo: path.join(root, 'packages', 'demo', 'src', 'demo.ts') },
    platform: 'node',
    transform: { target: 'node24' },
  })
  await bundle.write({ dir: folder, format: 'esm', sourcemap: true, entryFileNames: '[name].js' })
  await bundle.close()
  cpSync(path.join(root, 'packages', 'demo', 'pictures'), path.join(folder, 'pictures'), { recursive: true })
}

/** For tests: processes and threads started by the server run the bundle, which takes half the time of the sources. */
export const bundledWorkers = workersAt((name) =>
  JSON.stringify(pathToFileURL(path.join(forTests, `${name}.js`)).href),
)

/** Vitest's global setup: bundles changed sources, and provides the folder as `bundle`. */
export async function setup(project) {
  await ensureBundle()
  project.onTestsRerun(ensureBundle)
  project.provide('bundle', forTests)
}

async function ensureBundle() {
  const hash = sourcesHash(['server', 'contract', 'widgets'])
  const stamp = path.join(forTests, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  mkdirSync(cache, { recursive: true })
  const next = mkdtempSync(path.join(cache, 'server.'))
  await bundleServer(next)
  writeFileSync(path.join(next, STAMP), hash)
  rmSync(forTests, { recursive: true, force: true })
  renameSync(next, forTests)
}
