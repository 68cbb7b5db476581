// Runs journeys on two servers of the build behind nginx, with PostgreSQL and an S3-compatible storage:
//   node scripts/outages/journeys.mjs [words for Playwright, such as main-job]
// Needs PostgreSQL 15 or newer, Chromium, and Debian's nginx-light, swift-* and memcached.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ensureChromium } from '../setup/chromium.mjs'
import { findNode } from '../setup/node.mjs'
import { binOf } from '../setup/processes.mjs'
import { root } from '../setup/root.mjs'
import { startStores } from './cluster.mjs'

const node = findNode()
const CHROMIUM_PATH = await ensureChromium(node, { isTest: true })
const stores = await startStores()
const words = ['test', ...process.argv.slice(2)]
const run = spawn(node, [path.resolve(root, binOf('@playwright/test', 'playwright')), ...words], {
  cwd: path.join(root, 'e2e'),
  env: { ...process.env, CHROMIUM_PATH, JOURNEY_STORES: JSON.stringify(stores.settings) },
  stdio: 'inherit',
})
const [code] = await once(run, 'exit')
await stores.stop()
process.exit(code ?? 1)
