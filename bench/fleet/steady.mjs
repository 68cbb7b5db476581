// LOAD-07: screens that stay connected, report, and occasionally receive a save, for any duration: memory, open files,
// and disk usage must not grow. MINUTES=120 SCREENS=500; a few minutes prove little.
import { fork } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { percentile, report } from '#bench/support/report.mjs'
import { slopeOf } from '#bench/support/slope.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { addScreens, makePage } from './fleet-content.mjs'

const MINUTES = Number(process.env.MINUTES ?? 120)
const SCREENS = Number(process.env.SCREENS ?? 500)
const EVERY_MS = 15_000
const MB = 2 ** 20

const server = await startServer()
const players = fork(path.join(import.meta.dirname, 'fleet-players.mjs'))
try {
  const call = await signIn(server.url)
  const page = await makePage(call)
  const screens = addScreens(server.folder, call.profile.organizationId, page.groupId, SCREENS)
  const connected = new Promise((resolve) => players.once('message', resolve))
  players.send({ kind: 'connect', url: server.playerUrl, screens, pageId: page.id })
  await connected
  const samples = []
  const waits = []
  for (const end = Date.now() + MINUTES * 60_000; Date.now() < end; ) {
    await page.save(4)
    const asked = performance.now()
    await call('GET', '/devices?page=1')
    waits.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    samples.push({ memory: server.memory().now, files: openFiles(), disk: sizeOf(server.folder) / MB })
  }
  // Caches fill up in the first third.
  const settled = samples.slice(Math.floor(samples.length / 3))
  const rows = [
    { what: 'screens', value: SCREENS },
    { what: 'minutes', value: MINUTES },
    {
      what: 'a list, p95',
      value: percentile(waits, 0.95),
      unit: 'ms',
      target: '< 300',
      met: percentile(waits, 0.95) < 300,
    },
  ]
  for (const [name, unit, most] of [
    ['memory', 'MB', 10],
    ['files', '', 2],
    ['disk', 'MB', 10],
  ]) {
    const values = settled.map((sample) => sample[name])
    const { slope } = slopeOf(values.map((value, n) => [n, value]))
    const grown = (slope * values.length * 100) / percentile(values, 0.5)
    rows.push(
      {
        what: `LOAD-07 ${name}, first / last`,
        value: [samples[0], samples.at(-1)].map((each) => each[name].toFixed(1)).join(' / '),
        unit,
      },
      {
        what: `LOAD-07 ${name}: grown in the last two thirds`,
        value: grown,
        unit: '%',
        target: `< ${most}`,
        met: grown < most,
      },
    )
  }
  report('steady', rows)
} finally {
  players.kill()
  await server.stop()
}

function openFiles() {
  return readdirSync(`/proc/${server.pid}/fd`).length
}

/** Bytes of everything in a folder. */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}
