// One command from a fresh clone to a running Vitrine: installs, builds, serves. Plain JavaScript without
// dependencies, because it runs before anything is installed and under any Node that npm supports.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { runMain } from './setup/plain-failure.mjs'
import { ensurePortsFree } from './setup/ports.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

await runMain(async () => {
  await ensurePortsFree()
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const server = path.join(root, 'dist', 'server', 'main.js')
  const child = spawn(node, ['--enable-source-maps', server, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(await follow(child))
})
