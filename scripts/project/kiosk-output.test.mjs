import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../setup/root.mjs'

const HELPER = path.join(root, 'packages/player/public/kiosk-machine.py')
const SCRIPT = path.join(root, 'packages/player/public/kiosk.sh')
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Keeps which outputs are on in a folder, and answers as wlr-randr does, only where the compositor's socket is. */
const WLR_RANDR = `#!/bin/sh
cd "$(dirname "$0")/outputs" || exit 1
[ -e "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] || { echo "failed to connect to display" >&2; exit 1; }
if [ "$1" = --output ]; then
  case $3 in --on) echo yes >"$2" ;; --off) echo no >"$2" ;; esac
  exit 0
fi
for name in *; do printf '%s "Monitor"\\n  Make: x\\n  Enabled: %s\\n  Modes:\\n' "$name" "$(cat "$name")"; done
`
/** Loads the helper's adapter and switches it off and on; prints the outputs at each step. */
const SWITCH = `
import importlib.util, sys
spec = importlib.util.spec_from_file_location("helper", sys.argv[1])
helper = importlib.util.module_from_spec(spec)
spec.loader.exec_module(helper)
output = helper.Output()
print(output.is_there(), output.power())
for on in (False, True):
    output.set(on)
    print(output.power(), sorted(name for name, lit in output.outputs() if lit))
`

describe.skipIf(!hasPython)('the output of the compositor as the panel of a kiosk', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-output-'))
    for (const name of ['outputs', 'run']) mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, 'wlr-randr'), WLR_RANDR)
    chmodSync(path.join(folder, 'wlr-randr'), 0o755)
    for (const name of ['wayland-1', 'wayland-1.lock']) writeFileSync(path.join(folder, 'run', name), '')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const switched = (outputs) => {
    for (const [name, lit] of Object.entries(outputs))
      writeFileSync(path.join(folder, 'outputs', name), `${lit ? 'yes' : 'no'}\n`)
    // The unit's environment has no display, only the user's folder.
    const env = { PATH: `${folder}:${process.env.PATH}`, XDG_RUNTIME_DIR: path.join(folder, 'run') }
    return spawnSync('python3', ['-B', '-c', SWITCH, HELPER], { encoding: 'utf8', env }).stdout
  }

  it.each([
    [{ 'HDMI-A-1': true }, "True on\noff []\non ['HDMI-A-1']\n"],
    // Never both: the page would lie across the gap.
    [{ 'HDMI-A-1': false, 'HDMI-A-2': true }, "True on\noff []\non ['HDMI-A-2']\n"],
    [{ 'HDMI-A-1': false, 'HDMI-A-2': false }, "True off\noff []\non ['HDMI-A-1']\n"],
  ])('is switched off, and on as it was: %j', (outputs, steps) => {
    expect(switched(outputs)).toBe(steps)
  })

  it('is not there without a compositor', () => {
    rmSync(path.join(folder, 'run/wayland-1'))
    expect(switched({ 'HDMI-A-1': true })).toMatch(/^False unknown\n/)
  })

  it('is reached by the unit of the helper, which may use the devices of the others', () => {
    spawnSync('sh', [SCRIPT, '--files', folder, 'http://10.0.0.5:8081'])
    const unit = readFileSync(path.join(folder, 'etc/systemd/system/vitrine-kiosk-machine.service'), 'utf8')
    // `yes` hides /run/user, and PrivateDevices the TV and the serial line.
    expect(unit).toMatch(/^ProtectHome=read-only$/m)
    expect(unit).not.toContain('PrivateDevices')
    const script = readFileSync(SCRIPT, 'utf8')
    expect(script).toMatch(/for group in video render input audio dialout;/)
    expect(script).toMatch(/^PACKAGES="[^"]*\bv4l-utils wlr-randr\b/m)
  })
})
