// One command from a fresh clone to a running Vitrine: installs and builds what is missing, serves, and restarts a
// server that crashed. Plain JavaScript without dependencies, because it runs before anything is installed and under
// any Node that npm supports.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureRunnable } from './setup/built.mjs'
import { SERVER_FLAGS } from './setup/node.mjs'
import { runMain } from './setup/plain-failure.mjs'
import { ensurePortsFree } from './setup/ports.mjs'
import { root } from './setup/root.mjs'
import { supervise } from './setup/supervise.mjs'

await runMain(async () => {
  await ensurePortsFree()
  const node = ensureRunnable()
  const server = path.join(root, 'dist', 'server', 'main.js')
  const start = () =>
    spawn(node, [...SERVER_FLAGS, server, ...process.argv.slice(2)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
  process.exit(await supervise(start))
})
