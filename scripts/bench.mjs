// Measures the built server and prints tables. Runs all benches in sequence, or the named ones: npm run bench list
// upload. Options that begin with `--`, and their values, are passed to the bench: npm run bench:fleet -- --screens 500
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureEngine } from './setup/clickhouse.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

/** Bench files by folder of bench/, in the order to run them. */
const BENCHES = [
  'list',
  'long-lists',
  'routes',
  'audit',
  'audit-cost',
  'scopes',
  'folders',
  'plays',
  'dry-runs',
  'logins',
  'bodies',
  'full',
  'strangers',
  'crowd',
  'upload',
  'slow-uploads',
  'unpacking',
  'moving',
  'fleet',
  'publishing',
  'compare',
  'slow-clients',
  'downloads',
  'switch',
  'transitions',
  'frames',
  'in-step',
  'wall',
  'sharing',
  'crash',
  'rules',
  'conditions',
  'memory',
  'designer',
  'console',
  'loads',
  'paths',
]
/** The benches that need a browser. */
const WITH_BROWSER = [
  'switch',
  'transitions',
  'frames',
  'in-step',
  'wall',
  'sharing',
  'crash',
  'memory',
  'designer',
  'console',
  'loads',
  'paths',
]

await runMain(async () => {
  const words = process.argv.slice(2)
  const options = words.slice(words.findIndex((word) => word.startsWith('--')) >>> 0)
  const asked = words.slice(0, words.length - options.length)
  const [missing] = asked.filter((name) => !fileOf(name))
  if (missing) throw new PlainFailure(`Unknown benchmark ${missing}. Available: ${BENCHES.join(', ')}.`)
  ensureInstalled()
  if (options.includes('--clickhouse')) await ensureEngine()
  const node = findNode()
  ensureBuilt(node)
  for (const name of asked.length ? asked : BENCHES) {
    const env = WITH_BROWSER.includes(name)
      ? { ...process.env, CHROMIUM_PATH: await ensureChromium(node) }
      : process.env
    const code = await follow(spawn(node, [fileOf(name), ...options], { cwd: root, stdio: 'inherit', env }))
    if (code !== 0) process.exit(code)
  }
})

function fileOf(name) {
  const [file] = globSync(`bench/*/${name}.mjs`, { cwd: root })
  return file && path.join(root, file)
}
