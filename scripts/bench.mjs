// Measures the built server and prints tables: bench/main.ts, run by the Node that also serves.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { runMain } from './setup/plain-failure.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

await runMain(async () => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const bench = spawn(node, [path.join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exit(await follow(bench))
})
