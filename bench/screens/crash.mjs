// Time from the crash of the player's page until it draws again, with the launcher and the watchdog of the kiosk. Chromium
// runs without a compositor, in which it starts as fast.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { ON_A_BENCH, withPage } from './kiosk.mjs'
import { storyboard } from './stories.mjs'

const CRASHES = 5
const MOST_MS = 3000
const WAIT_MS = 60_000
const LOOK_MS = 20
/** A crashed page never answers. */
const SHOT_MS = 1000
/** Longer than the watchdog needs to know the page, and the player its files. */
const PAUSE_MS = 8000
const KIOSK_FOLDER = path.resolve(import.meta.dirname, '../../packages/player/public')

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-crash-'))
const [profile, bin, state] = ['profile', 'bin', 'state'].map((name) => path.join(folder, name))
for (const each of [profile, bin, state]) mkdirSync(each)
writeFileSync(
  path.join(bin, 'chromium'),
  `#!/bin/sh\nexec "$CHROMIUM_PATH" ${ON_A_BENCH.join(' ')} "$@" --ozone-platform=headless\n`,
  { mode: 0o755 },
)
const server = await startServer()
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, STATE: state, XDG_RUNTIME_DIR: folder }
const programs = [
  ['sh', 'kiosk-launcher.sh'],
  ['python3', 'kiosk-watch.py'],
].map(([program, file]) =>
  spawn(program, [path.join(KIOSK_FOLDER, file), server.playerUrl, profile], { env, stdio: 'ignore' }),
)
try {
  const call = await signIn(server.url)
  await play(call, '#b03060')
  await setTimeout(PAUSE_MS)
  let playing
  while (!playing) playing = await corner()
  const took = []
  for (let n = 0; n < CRASHES; n++) {
    await setTimeout(PAUSE_MS)
    const started = performance.now()
    void withPage(profile, ({ send }) => send('Page.crash')).catch(() => {})
    // Still the old picture, until the page is gone.
    while ((await corner()) === playing) await setTimeout(LOOK_MS)
    while ((await corner()) !== playing) {
      if (performance.now() - started > WAIT_MS) throw new Error('The player does not draw again')
      await setTimeout(LOOK_MS)
    }
    took.push(performance.now() - started)
  }
  const slowest = Math.max(...took)
  report('crash', [
    {
      what: `the player draws again after a crash, median of ${CRASHES}`,
      value: percentile(took, 0.5),
      unit: 'ms',
    },
    { what: 'slowest', value: slowest, unit: 'ms', target: `< ${MOST_MS}`, met: slowest < MOST_MS },
  ])
} finally {
  for (const each of programs.toReversed()) {
    each.kill()
    await new Promise((resolve) => each.once('exit', resolve))
  }
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Some pixels of what the player draws; undefined while it doesn't. */
async function corner() {
  const clip = { x: 100, y: 100, width: 8, height: 8, scale: 1 }
  const shot = withPage(profile, ({ send }) => send('Page.captureScreenshot', { clip })).catch(
    () => undefined,
  )
  return (await Promise.race([shot, setTimeout(SHOT_MS)]))?.data
}

/** Pairs the player, and makes it play a page of one color. */
async function play(call, background) {
  let screens = []
  while (screens.length === 0) {
    await setTimeout(500)
    ;({ screens } = await call('GET', '/devices/pairing/waiting'))
  }
  const { device } = await call('POST', '/devices/claim', { code: screens[0].code, name: 'Kiosk' })
  const group = { name: 'Kiosk', devices: [device.id] }
  const { deviceGroup } = await call('POST', '/device-groups/create', group)
  const { layout } = await call('POST', '/layout', {
    ...{ name: 'Page', width: 1920, height: 1080, widgets: [], config: { inputs: [], background } },
  })
  const storyboardId = await storyboard(call, 'Story', [{ layoutId: layout.id, duration: 3600 }])
  const { version } = (await call('GET', `/device-groups/${deviceGroup.id}`)).deviceGroup
  await call('PUT', `/device-groups/${deviceGroup.id}`, { name: 'Kiosk', version, storyboardId })
}
