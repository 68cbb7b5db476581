import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from '../setup/root.mjs'

const SCRIPT = path.join(root, 'packages/player/public/kiosk.sh')
const LIB = 'usr/lib/vitrine-kiosk'
let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-watch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const written = (file) => readFileSync(path.join(folder, file), 'utf8')

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('the watchdog of a kiosk', () => {
  const children = []
  afterEach(async () => {
    for (const child of children.splice(0)) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
    }
  })
  /**
   * Starts the launcher with a browser of these lines, which looks like one to the watchdog, and the watchdog beside it.
   * `after`: a file for which the watchdog waits.
   */
  const launch = (lines, { state = 'state', after = 'starts', env: more = {} } = {}) => {
    spawnSync('sh', [SCRIPT, '--files', folder, 'http://10.0.0.5:8081'])
    const bin = path.join(folder, 'bin')
    const profile = path.join(folder, 'profile')
    for (const each of [bin, path.join(folder, state)]) mkdirSync(each)
    const browser = [
      '#!/bin/sh',
      `FILES="${profile}/Default/File System"`,
      `echo "$@" >"${folder}/args"`,
      `echo start >>"${folder}/starts"`,
      ...lines,
    ]
    writeFileSync(path.join(bin, 'chromium'), browser.join('\n'), { mode: 0o755 })
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      XDG_RUNTIME_DIR: path.join(folder, 'run'),
      STATE: path.join(folder, state),
      LOOK_SECONDS: '0.1',
      LEAST: '0',
      ...more,
    }
    let said = ''
    for (const words of [
      ['sh', path.join(folder, LIB, 'kiosk-launcher.sh')],
      [
        ...['sh', '-c', 'until [ -e "$0" ]; do sleep 0.05; done; exec python3 -I "$@"'],
        ...[path.join(folder, after), path.join(folder, LIB, 'kiosk-watch.py')],
      ],
    ]) {
      const child = spawn(words[0], [...words.slice(1), 'http://10.0.0.5:8081', profile], { env })
      child.stdout.on('data', (text) => {
        said += text
      })
      children.push(child)
    }
    return { starts: () => written('starts').trim().split('\n').length, said: () => said }
  }
  const renderer = (seconds) =>
    `sh -c 'sleep ${seconds}; :' -- --type=renderer & R=$!; trap 'kill $R; exit' TERM`
  const sign = (count) => `for n in $(seq ${count}); do date +%N >"$FILES/lives"; sleep 0.2; done`
  const until = (check) => vi.waitFor(check, { timeout: 40_000, interval: 50 })

  it('restarts a browser whose page crashed, and tells why', async () => {
    const { starts, said } = launch([renderer(4), 'sleep 30 & wait'])
    await until(() => expect(said()).toContain('Restarting the browser: its page crashed'))
    await until(() => expect(starts()).toBeGreaterThan(1))
  }, 60_000)

  it('restarts a browser that says that its page crashed, and not for a frame', async () => {
    const target = (type, id) =>
      `{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"${id}","type":"${type}"}}}`
    const crash = (id) => `{"method":"Target.targetCrashed","params":{"targetId":"${id}","status":"crashed"}}`
    const say = (...messages) => messages.map((message) => `printf '%s\\0' '${message}' >&4`)
    const { starts, said } = launch(
      [
        renderer(60),
        // Appends: the second browser must not empty what the first one was asked.
        `head -c 70 <&3 >>"${folder}/asked"`,
        ...say('no JSON', target('page', 'p'), target('iframe', 'f'), crash('f')),
        'sleep 1',
        `touch "${folder}/kept"`,
        ...say(crash('p')),
        'wait',
      ],
      { env: { LOOK_SECONDS: '3600' } },
    )
    await until(() => expect(said()).toContain('Restarting the browser: its page crashed'))
    await until(() => expect(starts()).toBeGreaterThan(1))
    expect(written('kept')).toBe('')
    expect(written('asked')).toContain('"method":"Target.setDiscoverTargets"')
  }, 60_000)

  it('notices a crash when it happens, without another look', async () => {
    const { starts, said } = launch([renderer(2), `touch ${folder}/opened`, 'sleep 30 & wait'], {
      after: 'opened',
      env: { LOOK_SECONDS: '3600' },
    })
    await until(() => expect(said()).toContain('Restarting the browser: its page crashed'))
    await until(() => expect(starts()).toBeGreaterThan(1))
  }, 60_000)

  it('restarts a browser whose page stopped rewriting its file in memory', async () => {
    const { starts, said } = launch([renderer(30), sign(20), 'wait'])
    await until(() => expect(said()).toContain('its page hangs'))
    await until(() => expect(starts()).toBeGreaterThan(1))
    expect(written('args')).toContain('http://10.0.0.5:8081/#signs=memory')
  }, 60_000)

  it('restarts a browser that opens no page', async () => {
    const { starts, said } = launch(['sleep 60 & wait'], { env: { LOOK_SECONDS: '0.02' } })
    await until(() => expect(said()).toContain('it opened no page'))
    await until(() => expect(starts()).toBeGreaterThan(1))
  }, 60_000)

  it('restarts a browser that shows another page, unless a page called the helper', async () => {
    const called = path.join(folder, 'called')
    const { starts, said } = launch([renderer(60), 'wait'], {
      env: { LOOK_SECONDS: '0.02', CALLED: called },
    })
    await until(() => expect(said()).toContain('it shows no page of Vitrine'))
    writeFileSync(called, '')
    const before = starts()
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(starts()).toBeLessThanOrEqual(before + 1)
  }, 60_000)

  it("keeps a browser whose page rewrites it, and one that can't store files", async () => {
    const { starts, said } = launch([renderer(30), sign(16), 'kill $R'])
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect([starts(), said()]).toEqual([1, ''])
    rmSync(path.join(folder, 'bin'), { recursive: true })
  }, 60_000)

  it('opens the page that waits for the server until the player has played here, which it remembers', async () => {
    const asked = []
    // Of a player that didn't start: its files may be damaged. The media stay.
    const stored = path.join(folder, 'profile/Default/Service Worker')
    for (const name of ['ScriptCache', 'Database', 'CacheStorage'])
      mkdirSync(path.join(stored, name), { recursive: true })
    const helper = http.createServer(({ url }, answer) => {
      asked.push(url)
      answer.end('<p>Starting')
    })
    await new Promise((resolve) => helper.listen(0, '127.0.0.1', resolve))
    const { port } = helper.address()
    const { starts } = launch([renderer(30), sign(6), 'kill $R; exit'], { env: { HELPER: String(port) } })
    await until(() => expect(written('args')).toContain(`http://127.0.0.1:${port}/start#signs=memory`))
    await until(() => expect(written('state/played')).toBe('http://10.0.0.5:8081\n'))
    expect(readdirSync(stored)).toEqual(['CacheStorage'])
    await until(() => expect(starts()).toBeGreaterThan(1))
    await until(() => expect(written('args')).toContain('http://10.0.0.5:8081/#signs=memory'))
    expect([...new Set(asked)]).toEqual(['/start'])
    helper.close()
  }, 60_000)
})
