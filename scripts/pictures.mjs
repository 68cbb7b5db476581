// Takes pictures: for the README (node scripts/pictures.mjs, … lobby, and … tour), of every screen into .cache/screens (…
// screens), of the gallery's packages (… gallery), or draws the demo's own (… demo).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { noteGalleryStates } from './setup/gallery-sources.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

await runMain(async () => {
  const [what = 'readme', ...options] = process.argv.slice(2)
  const file = path.join(root, 'e2e', 'pictures', `${what}.ts`)
  if (!existsSync(file)) throw new PlainFailure('Choose readme, lobby, tour, screens, gallery, or demo.')
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium(node) }
  const taker = spawn(node, [file, ...options], { cwd: root, stdio: 'inherit', env })
  const code = await follow(taker)
  if (what === 'gallery' && code === 0) noteGalleryStates()
  process.exit(code)
})
