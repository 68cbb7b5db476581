// Takes the pictures of README.md anew: node scripts/pictures.mjs
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { runMain } from './setup/plain-failure.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

await runMain(async () => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium(node) }
  const taker = spawn(node, [path.join(root, 'e2e', 'pictures.ts')], { cwd: root, stdio: 'inherit', env })
  process.exit(await follow(taker))
})
