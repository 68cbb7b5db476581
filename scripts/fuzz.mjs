// Sends generated requests to every route of a dedicated server, with open event streams, and looks for faults:
//   npm run fuzz -- [--requests 100000] [--seed N] [--routes pattern] [--minutes 120] [--postgres]
// Takes about half an hour, so it is meant for nightly runs. The exit code is 1 if there were faults.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { runMain } from './setup/plain-failure.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

await runMain(async () => {
  const options = process.argv.slice(2).filter((word) => word !== '--postgres')
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const postgres = process.argv.includes('--postgres') ? await startPostgres() : undefined
  const env = { ...process.env, ...(postgres && { DATABASE_URL: postgres.url }) }
  const args = ['--no-warnings', path.join(root, 'bench/fuzz/fuzz.mjs'), ...options]
  const code = await follow(spawn(node, args, { cwd: root, stdio: 'inherit', env })).finally(() =>
    postgres?.stop(),
  )
  process.exit(code)
})
