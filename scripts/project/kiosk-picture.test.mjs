import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../setup/root.mjs'

const PUBLIC = path.join(root, 'packages/player/public')
const hasPython = spawnSync('python3', ['--version']).status === 0
const LOAD = (name) => `
import importlib.util, sys
spec = importlib.util.spec_from_file_location("program", ${JSON.stringify(path.join(PUBLIC, name))})
program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)
`

describe.skipIf(!hasPython)('who installs a kiosk', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-picture-'))
    mkdirSync(path.join(folder, 'bin'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name, text, mode) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text, { mode })
  }
  const connector = (state, name = 'HDMI-A-1') => write(`sys/class/drm/card0-${name}/status`, `${state}\n`)
  const python = (...words) =>
    spawnSync('python3', ['-B', ...words], {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{
          PATH: `${folder}/bin:${process.env.PATH}`,
          SYS_FOLDER: folder,
          STATE: folder,
          LOOK_SECONDS: '0.01',
        },
      },
    })

  it('takes one color for no picture, and a line of text for one', () => {
    const code = `${LOAD('kiosk-picture.py')}
width, height = 1280, 720
plain = bytearray(b"\\x16\\x0c\\x07\\x00" * width * height)
text = bytearray(plain)
for row in range(300, 340):
    for x in range(400, 800, 3):
        text[(row * width + x) * 4] = 255
print(program.share_of_picture(plain, width * 4, height) < program.LEAST_SHARE)
print(program.share_of_picture(text, width * 4, height) >= program.LEAST_SHARE)`
    expect(python('-c', code).stdout).toBe('True\nTrue\n')
  })

  it.each([
    ['no graphics card', [], '', 'no graphics card'],
    ['no monitor', ['disconnected', 'disconnected'], '', 'No monitor is connected'],
    [
      'a seat that logind refuses',
      ['connected'],
      '[libseat] Could not activate session: Permission denied',
      'polkitd runs',
    ],
    ['a compositor that waits and says nothing', ['connected'], '', 'polkitd runs'],
    ['a graphics driver that fails', ['connected'], 'Failed to create EGL context', 'WLR_RENDERER=pixman'],
    ['a missing browser', ['connected'], 'sh: exec: chromium: not found', 'apt install chromium'],
  ])('fails in words without a picture: %s', (_, states, log, advice) => {
    for (const [index, state] of states.entries()) connector(state, `HDMI-A-${index}`)
    if (states.length > 0) write('dev/dri/card0', '')
    write('bin/journalctl', `#!/bin/sh\necho '${log}'\necho 'http://x/#machine=${'a'.repeat(64)}'\n`, 0o755)
    const { status, stdout, stderr } = python(
      path.join(PUBLIC, 'kiosk-picture.py'),
      'http://10.0.0.5:8081',
      '0',
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('This screen shows nothing yet')
    expect(stderr).toContain(advice)
    expect(stderr).toContain(log)
    expect(stderr).not.toContain('aaaa')
  })

  it.each([
    ['connected', true],
    ['unknown', true],
    // The browser waits for a monitor, too.
    ['disconnected', false],
  ])(
    'has a watchdog that restarts a compositor without a browser, if a monitor is %s: %s',
    (state, restarts) => {
      connector(state)
      write('dev/dri/card0', '')
      write('bin/journalctl', '#!/bin/sh\n', 0o755)
      const log = path.join(folder, 'log')
      const said = 'ActiveState=active\\nActiveEnterTimestampMonotonic=0\\n'
      write(
        'bin/systemctl',
        `#!/bin/sh\ncase $1 in show) printf '${said}' ;; *) echo "$@" >>'${log}' ;; esac\n`,
        0o755,
      )
      const code = `${LOAD('kiosk-watch.py')}
import time
watch = program.Watch("http://10.0.0.5:8081", "/no/profile")
for _ in range(3):
    watch.look()
    time.sleep(0.2)`
      const { status, stdout } = python('-c', code)
      expect(status).toBe(0)
      expect(existsSync(log)).toBe(restarts)
      if (!restarts) return
      expect(readFileSync(log, 'utf8')).toContain('restart --no-block vitrine-kiosk.service\n')
      expect(stdout).toContain('Restarting the screen: no browser after')
    },
  )
})
