// Commands for the server's administrator: backup, restore, check and more. Works next to a running server, and without
// one.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureRunnable } from './setup/built.mjs'
import { runMain } from './setup/plain-failure.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

await runMain(async () => {
  const node = ensureRunnable()
  const cli = path.join(root, 'dist', 'server', 'cli.js')
  const child = spawn(node, ['--enable-source-maps', cli, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(await follow(child))
})
