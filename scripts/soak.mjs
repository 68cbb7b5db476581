// Checks that take too long for every day. PLAY-10: memory must stay flat over a day's worth of pages of every kind,
// ten times as fast (TRANSITIONS=60480 is a week's worth). PLAY-15: two hundred switches without a wrong frame.
// PLAY-11: two hours at normal speed (MINUTES=…). LOAD-07: as long, a server with 500 screens. Stops automatically
// after about five hours; SOAK=memory,frames,time,server selects checks.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

/** Ten-second pages in a day. */
const DAY = '8640'
const SWITCHES = '200'
/** In minutes. */
const TWO_HOURS = '120'

await runMain(async () => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium(node) }
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  const memory = { args: [path.join(root, 'bench/screens/memory.mjs')], cwd: root }
  const parts = {
    memory: { ...memory, more: { TRANSITIONS: process.env.TRANSITIONS ?? DAY, MINUTES: '' } },
    frames: {
      args: [playwright, 'test', 'frames'],
      cwd: path.join(root, 'packages/player'),
      more: { TRANSITIONS: SWITCHES },
    },
    time: { ...memory, more: { MINUTES: process.env.MINUTES ?? TWO_HOURS } },
    server: {
      args: [path.join(root, 'bench/fleet/steady.mjs')],
      cwd: root,
      more: { MINUTES: process.env.MINUTES ?? TWO_HOURS },
    },
  }
  const chosen = process.env.SOAK?.split(',') ?? Object.keys(parts)
  let worst = 0
  for (const name of chosen) {
    if (!parts[name])
      throw new PlainFailure(`Unknown part "${name}". Available: ${Object.keys(parts).join(', ')}`)
    const { args, cwd, more } = parts[name]
    const child = spawn(node, args, { cwd, stdio: 'inherit', env: { ...env, ...more } })
    worst = Math.max(worst, await follow(child))
  }
  process.exit(worst)
})
