import { spawn, spawnSync } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from '../setup/root.mjs'

const HELPER = path.join(root, 'packages/player/public/kiosk-machine.py')
const PLAYER = 'http://10.0.0.5:8081'
const KEY = 'ab'.repeat(32)
// Kiosks have it with Debian; other systems may not.
const hasPython = spawnSync('python3', ['--version']).status === 0

/** A TV that keeps its state in a folder, behind a program that answers as cec-ctl of v4l-utils 1.22 does. */
const CEC_CTL = `#!/bin/sh
cd "$(dirname "$0")/tv" || exit 1
echo "$*" >>log
if [ -s hangs ]; then exec sleep 60; fi
case "$*" in
  *--playback*) echo "	Physical Address           : $(cat place 2>/dev/null || echo 1.0.0.0)" ;;
  *--standby*)
    [ ! -s lies ] || exit 0
    if [ -s deaf ]; then rm deaf; exit 0; fi
    echo standby >power ;;
  *--image-view-on*) echo on >power ;;
  *--give-device-power-status*)
    [ -s power ] || exit 1
    echo "    Received from TV (0): CEC_MSG_REPORT_POWER_STATUS (0x90):"
    echo "	pwr-state: $(cat power) (0x00)" ;;
  *--request-active-source*)
    [ ! -s source ] || { echo "    Received from TV (0): CEC_MSG_ACTIVE_SOURCE (0x82):"; echo "	phys-addr: $(cat source)"; } ;;
esac
`

/** A panel at the other end of a serial line: prints its device, answers by a protocol, keeps its state in a file. */
const SERIAL_PANEL = `
import os, pty, re, sys, tty
protocol, state = sys.argv[1:]
power = lambda: open(state).read().strip() == "on"
def switch(on): open(state, "w").write("on" if on else "off")
head, tail = pty.openpty()
tty.setraw(tail)
print(os.ttyname(tail), flush=True)
heard = b""
while True:
    heard += os.read(head, 64)
    if protocol == "samsung":
        while len(heard) >= 5 and len(heard) >= 5 + heard[3]:
            command, data = heard[1], heard[4:4 + heard[3]]
            assert sum(heard[1:4 + heard[3]]) & 255 == heard[4 + heard[3]]
            heard = heard[5 + heard[3]:]
            if command == 0x11 and data: switch(data[0] == 1)
            value = int(power()) if command == 0x11 else 0x21
            body = bytes([0xFF, 0, 3, ord("A"), command, value])
            os.write(head, b"\\xaa" + body + bytes([sum(body) & 255]))
    else:
        while b"\\r" in heard:
            call, heard = heard.split(b"\\r", 1)
            command, _, value = call.split(b" ")
            if command == b"ka" and value != b"ff": switch(value == b"01")
            said = b"%02d" % power() if command == b"ka" else b"90"
            os.write(head, b"%s 01 OK%sx" % (command[1:], said))
`

describe.skipIf(!hasPython)('the helper beside the browser of a kiosk', () => {
  let folder
  const children = []
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-machine-'))
    mkdirSync(path.join(folder, 'tv'))
    for (const [name, text] of [
      ['cec-ctl', CEC_CTL],
      ['chromium', '#!/bin/sh\necho "Chromium 140.0.7339.80 built on Debian"\n'],
    ]) {
      writeFileSync(path.join(folder, name), text)
      chmodSync(path.join(folder, name), 0o755)
    }
    file('key', KEY)
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const file = (name, text, mode) => writeFileSync(path.join(folder, name), text, { mode })
  const tv = (name) => readFileSync(path.join(folder, 'tv', name), 'utf8').trim()

  /** The first line that it prints. */
  const start = async (words, env = {}) => {
    const child = spawn('python3', words, { env: { ...process.env, ...env } })
    children.push(child)
    let problems = ''
    child.stderr.on('data', (text) => {
      problems += text
    })
    return new Promise((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(String(text).trim()))
      child.once('exit', () => reject(new Error(problems)))
    })
  }
  const helper = (panel = '', env = {}) => {
    file('panel.conf', panel)
    return start([HELPER, PLAYER, '0'], {
      ...{ PATH: `${folder}:${process.env.PATH}`, KEY_FILE: path.join(folder, 'key') },
      ...{ CONFIG_FILE: path.join(folder, 'panel.conf'), ORDERS_FOLDER: folder },
      ...{ LOOK_SECONDS: '0.1', SETTLE_SECONDS: '0', ...env },
    })
  }
  const call = (port, body, headers = {}, method = 'POST') =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          method,
          headers: { origin: PLAYER, authorization: `Bearer ${KEY}`, ...headers },
        },
        (answer) => {
          let text = ''
          answer.on('data', (part) => {
            text += part
          })
          answer.on('end', () =>
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              body: answer.statusCode === 200 ? JSON.parse(text) : null,
            }),
          )
        },
      )
      request.on('error', reject)
      request.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  const panel = async (port, wanted = null) => (await call(port, { panel: wanted })).body.panel
  const until = (check) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

  it('turns a TV off and on by CEC, and reports its model and input', async () => {
    file('tv/power', 'standby')
    const port = await helper(`adapter=cec\ndevice=${folder}/key\n`)
    // A screen that starts is meant to be seen.
    await until(async () => expect(await panel(port)).toEqual({ adapter: 'cec', power: 'on', input: null }))
    expect(tv('log')).toContain('--active-source phys-addr=1.0.0.0')
    file('tv/source', '2.0.0.0')
    await until(async () => expect(await panel(port)).toMatchObject({ power: 'on', input: 'other' }))
    file('tv/source', '1.0.0.0')
    await until(async () => expect(await panel(port)).toMatchObject({ input: 'here' }))
    await panel(port, 'off')
    await until(async () => expect(await panel(port)).toMatchObject({ power: 'off' }))
    expect(tv('power')).toBe('standby')
    await panel(port, 'on')
    await until(async () => expect(await panel(port)).toMatchObject({ power: 'on' }))
  }, 30_000)

  it('leaves a TV alone that a person switched by remote control, and reports it', async () => {
    file('tv/power', 'on')
    const port = await helper(`adapter=cec\ndevice=${folder}/key\n`)
    await until(async () => expect(await panel(port, 'on')).toMatchObject({ power: 'on' }))
    file('tv/power', 'standby')
    await until(async () => expect(await panel(port, 'on')).toMatchObject({ power: 'off' }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(tv('power')).toBe('standby')
  }, 30_000)

  it('repeats a command that a TV missed', async () => {
    file('tv/power', 'on')
    file('tv/deaf', 'once')
    const port = await helper(`adapter=cec\ndevice=${folder}/key\n`)
    await panel(port, 'off')
    await until(async () => expect(await panel(port, 'off')).toMatchObject({ power: 'off' }))
  }, 30_000)

  it('reports a TV that says it is on after every command, and stops repeating it', async () => {
    file('tv/power', 'on')
    file('tv/lies', 'always')
    const port = await helper(`adapter=cec\ndevice=${folder}/key\n`)
    await panel(port, 'off')
    const told = () => tv('log').split('--standby').length - 1
    await until(() => expect(told()).toBe(3))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(told()).toBe(3)
    expect(await panel(port, 'off')).toMatchObject({ adapter: 'cec', power: 'on' })
  }, 30_000)

  it('does not repeat what it saw before the driver hung, still answers, and recovers', async () => {
    file('tv/power', 'on')
    const port = await helper(`adapter=cec\ndevice=${folder}/key\n`, { STALE_SECONDS: '1' })
    await until(async () => expect(await panel(port)).toMatchObject({ power: 'on' }))
    file('tv/hangs', 'now')
    await until(async () =>
      expect(await panel(port)).toEqual({ adapter: 'cec', power: 'unknown', input: null }),
    )
    rmSync(path.join(folder, 'tv/hangs'))
    await vi.waitFor(async () => expect(await panel(port)).toMatchObject({ power: 'on' }), {
      timeout: 40_000,
    })
  }, 60_000)

  it('an adapter that is unplugged and returns on another input gets the plan again, and its new address', async () => {
    file('tv/power', 'on')
    file('adapter', '')
    const port = await helper(`adapter=cec\ndevice=${folder}/adapter\n`)
    await panel(port, 'off')
    await until(async () => expect(await panel(port, 'off')).toMatchObject({ power: 'off' }))
    rmSync(path.join(folder, 'adapter'))
    await until(async () =>
      expect(await panel(port, 'off')).toMatchObject({ adapter: 'cec', power: 'unknown' }),
    )
    file('tv/power', 'on')
    file('tv/place', '3.0.0.0')
    file('tv/source', '3.0.0.0')
    file('adapter', '')
    await until(() => expect(tv('power')).toBe('standby'))
    await panel(port, 'on')
    await until(async () => expect(await panel(port, 'on')).toMatchObject({ power: 'on', input: 'here' }))
  }, 30_000)

  it('switches the panel on again when the player stops calling', async () => {
    file('tv/power', 'on')
    const port = await helper(`adapter=cec\ndevice=${folder}/key\n`, { OFF_SECONDS: '1' })
    await panel(port, 'off')
    await until(() => expect(tv('power')).toBe('standby'))
    await until(() => expect(tv('power')).toBe('on'))
  }, 30_000)

  it('says that nothing controls the panel without an adapter', async () => {
    const port = await helper('', {})
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await panel(port, 'off')).toEqual({ adapter: null, power: 'unknown', input: null })
  }, 30_000)

  it.each([
    ['samsung', '21', 'here'],
    ['samsung', '22', 'other'],
    ['lg', '90', 'here'],
  ])(
    'speaks %s on a serial line, with the input %s as its own: %s',
    async (protocol, input, expected) => {
      file('state', 'off')
      file('panel.py', SERIAL_PANEL)
      const device = await start([path.join(folder, 'panel.py'), protocol, path.join(folder, 'state')])
      const port = await helper(`adapter=${protocol}\ndevice=${device}\ninput=${input}\n`)
      await until(async () =>
        expect(await panel(port)).toEqual({ adapter: 'serial', power: 'on', input: expected }),
      )
      await panel(port, 'off')
      await until(async () => expect(await panel(port)).toMatchObject({ power: 'off' }))
      expect(readFileSync(path.join(folder, 'state'), 'utf8')).toBe('off')
    },
    30_000,
  )

  it('says how the machine is', async () => {
    const wireless =
      'Inter-| sta-|   Quality\n face | tus | link level noise\n wlan0: 0000   54.  -56.  -256\n'
    const files = {
      'sys/class/thermal/thermal_zone0/temp': '61234\n',
      'sys/class/thermal/thermal_zone1/temp': '48000\n',
      'proc/meminfo': 'MemTotal:        1000 kB\nMemFree: 1 kB\nMemAvailable:     250 kB\n',
      'proc/net/wireless': wireless,
      'proc/uptime': '86400.12 1.0\n',
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      file(name, text)
    }
    const port = await helper('', { SYS_FOLDER: folder })
    const { machine } = (await call(port, {})).body
    expect(machine).toEqual({
      temperature: 61,
      disk: { free: expect.any(Number), total: expect.any(Number) },
      memory: { free: 256_000, total: 1_024_000 },
      wifi: -56,
      uptime: 86_400,
      browser: '140.0.7339.80',
    })
  }, 30_000)

  it('answers the page of the player only, and nothing without the key of the machine', async () => {
    const port = await helper()
    const status = async (headers, body = {}, method = 'POST') =>
      (await call(port, body, headers, method)).status
    expect(await status({})).toBe(200)
    expect(await status({ origin: 'http://10.0.0.5:8082' })).toBe(403)
    expect(await status({ origin: 'null' })).toBe(403)
    expect(await status({ host: 'evil.example' })).toBe(403)
    expect(await status({ authorization: `Bearer ${'00'.repeat(32)}` })).toBe(401)
    expect(await status({ authorization: '' })).toBe(401)
    expect(await status({ 'content-length': '999999' }).catch(() => 413)).toBe(413)
    expect(await status({}, '{')).toBe(400)
    expect(await status({}, '[]')).toBe(400)
    expect(await status({}, { panel: 'standby' })).toBe(400)
    expect(await status({}, {}, 'GET')).toBe(404)
    const asked = await call(port, '', { authorization: '' }, 'OPTIONS')
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, PLAYER])
    const other = await call(port, '', { origin: 'http://10.0.0.5:8082' }, 'OPTIONS')
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined])
  }, 30_000)

  it('answers the player while other connections send a byte now and then, and closes those', async () => {
    const port = await helper('', { CALL_SECONDS: '1' })
    let open = 0
    const lines = Array.from({ length: 24 }, () => {
      const line = connect(port, '127.0.0.1', () => {
        open += 1
        line.write('POST / HTTP/1.1\r\nX: ')
      })
      line
        .on('error', () => {})
        .on('close', () => {
          open -= 1
        })
      return line
    })
    const trickle = setInterval(() => {
      for (const line of lines) if (line.writable) line.write('x')
    }, 50)
    try {
      await until(() => expect(open).toBe(8))
      for (let calls = 0; calls < 3; calls += 1) expect((await call(port, {})).status).toBe(200)
      await until(() => expect(open).toBe(0))
    } finally {
      clearInterval(trickle)
      for (const line of lines) line.destroy()
    }
  }, 30_000)

  /** An order as the server signs it. */
  const order = (fields = {}) => {
    const made = {
      kind: 'reboot',
      id: randomBytes(8).toString('hex'),
      expiresAt: Date.now() + 10_000,
      ...fields,
    }
    const secret = fields.secret ?? createHash('sha256').update(KEY).digest('hex')
    const signature = createHmac('sha256', secret)
      .update(`${made.kind} ${made.id} ${made.expiresAt}`)
      .digest('hex')
    return { ...made, signature }
  }

  it('restarts the machine by a signed order of the server: once, and not an old one', async () => {
    const port = await helper()
    const give = async (made) => (await call(port, { order: made })).body.refused
    expect(await give(order({ secret: KEY }))).toBe('not signed for this machine')
    expect(await give({ ...order(), expiresAt: Date.now() + 20_000 })).toBe('not signed for this machine')
    expect(await give(order({ expiresAt: Date.now() - 1 }))).toContain('too old')
    expect(await give(order({ expiresAt: Date.now() + 3_600_000 }))).toContain('too old')
    expect(await give(order({ kind: 'format' }))).toBe('unknown')
    expect(await give({ kind: 'reboot' })).toBe('malformed')
    expect(existsSync(path.join(folder, 'order-reboot'))).toBe(false)
    for (const kind of ['restart-browser', 'update-kiosk', 'reboot']) {
      const good = order({ kind })
      expect([await give(good), existsSync(path.join(folder, `order-${kind}`))]).toEqual([null, true])
      expect(await give(good)).toBe('already carried out')
    }
  }, 30_000)

  it('refuses orders signed for another machine, and then carries out its own', async () => {
    const port = await helper()
    const give = async (made) => (await call(port, { order: made })).body.refused
    const other = createHash('sha256').update('cd'.repeat(32)).digest('hex')
    for (const kind of ['reboot', 'log'])
      expect(await give(order({ kind, secret: other }))).toBe('not signed for this machine')
    expect(existsSync(path.join(folder, 'order-reboot'))).toBe(false)
    expect(await give(order())).toBe(null)
  })

  it('gives the end of its log by such an order, without tokens, and says when it can read none', async () => {
    file('journalctl', '#!/bin/sh\nexit 1\n', 0o755)
    const port = await helper()
    const ask = async () => (await call(port, { order: order({ kind: 'log' }) })).body
    expect(await ask()).toMatchObject({ refused: 'no log can be read' })
    const lines = [
      'x'.repeat(200_000),
      'loads http://player/#signs=memory&machine=abc123&helper=899',
      'GET /media?token=very-secret&size=2 "Token=also-secret"',
    ]
    file('journalctl', `#!/bin/sh\nprintf '%s\\n' "$*" > ${folder}/asked\ncat ${folder}/lines\n`, 0o755)
    file('lines', lines.join('\n'))
    const { log, refused } = await ask()
    expect(refused).toBeUndefined()
    expect(log.length).toBeLessThanOrEqual(90_000)
    expect(log).toContain('machine=...&helper=899\nGET /media?token=...&size=2 "Token=..."')
    expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toContain('-u vitrine-kiosk-machine')
    expect(existsSync(path.join(folder, 'order-reboot'))).toBe(false)
  }, 30_000)
})
