// Installs a kiosk on a real Debian in an emulator, pairs it, and compares the pixels on its monitor:
//   sudo node scripts/machine/try-kiosk.mjs [bookworm] [trixie] [--container] [--bare] [--play]
// `--container`: in a container with systemd, which takes minutes, but has no graphics card and no seat.
// Made for nightly runs: an emulated processor takes about half an hour per system. `--bare` also installs the programs in
// the machine instead of in its image, which takes twenty minutes more; `--play` doesn't compare the files before and after. Needs root, a network, and a build (npm run build).
// Pictures are left in .cache/machine/SYSTEM/.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn, startServer } from '../../bench/support/start-server.mjs'
import { aptInstall } from '../setup/apt.mjs'
import { bootContainer, WITHOUT_SEAT } from './container.mjs'
import { debianImage, HOST } from './image.mjs'
import { bootMachine } from './machine.mjs'

const words = process.argv.slice(2)
const isBare = words.includes('--bare')
const isContainer = words.includes('--container')
const onlyPlays = words.includes('--play')
const suites = words.filter((word) => !word.startsWith('--'))
const COLORS = ['#00a050', '#b03060']
// For a machine that hangs. Its own clock doesn't run while its processor waits for this computer's.
const INSTALL_MS = 7_200_000
const SHOW_MS = isContainer ? 600_000 : 3_600_000
const SHOW_SECONDS = 300
/** Until a player that has just started answers orders. */
const PAGE_MS = 60_000
const STARTED = 'systemctl show vitrine-kiosk -p ActiveEnterTimestampMonotonic --value'
const BROWSER_ID = "pgrep -of '[-]-user-data-dir='"
const VERSION = `dpkg-query -W -f='\${Version}' vitrine-kiosk`
/** The graphics driver of the emulator fails with OpenGL. */
const SOFTWARE = '[Service]\nEnvironment=WLR_RENDERER=pixman\n'
const BROWSER = 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --disable-gpu --disable-gpu-watchdog"'
/** Files that change on their own, or that the package system and the journal keep. */
const OWN_LIFE = [
  ...[
    '/var/log',
    '/var/cache',
    '/var/lib/apt',
    '/var/lib/dpkg',
    '/var/lib/systemd',
    '/var/tmp',
    '/tmp',
    '/root',
  ],
  ...['/etc/ld.so.cache', '/var/lib/dhcp', '/var/lib/chrony', '/etc/passwd-', '/etc/group-', '/etc/shadow-'],
  ...[
    '/etc/gshadow-',
    '/etc/subuid-',
    '/etc/subgid-',
    '/etc/mtab',
    '/var/lib/unattended-upgrades',
    '/var/lib/dbus',
  ],
]
const STATE = [
  `find / -xdev \\( ${OWN_LIFE.map((name) => `-path ${name}`).join(' -o ')} \\) -prune -o -type d -printf '%p %y %m %u:%g\\n' -o -printf '%p %y %m %u:%g %s %l\\n' | sort`,
  'getent passwd; getent group | sort; id nobody; systemctl list-unit-files --no-pager --no-legend | sort',
  'systemctl get-default',
].join('; ')

let failures = 0
function check(what, isRight, detail = '') {
  if (!isRight) failures++
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}${detail ? `: ${detail}` : ''}`)
}

const programs = ['debootstrap', 'mkfs.ext4', 'ssh', isContainer ? 'systemd-nspawn' : 'qemu-system-x86_64']
const hasTools = programs.every((program) => !spawnSync(program, ['--version']).error)
const missing = hasTools
  ? undefined
  : await aptInstall(
      ...[
        'debootstrap',
        'e2fsprogs',
        'openssh-client',
        isContainer ? 'systemd-container' : 'qemu-system-x86',
      ],
    )
if (missing) throw new Error(missing)
for (const suite of suites.length > 0 ? suites : ['bookworm', 'trixie']) await tryOn(suite)
console.log(failures === 0 ? 'All machines play.' : `${failures} failed`)
process.exit(failures === 0 ? 0 : 1)

async function tryOn(suite) {
  const image = debianImage(suite, { isBare })
  const server = await startServer()
  const player = `http://${isContainer ? '127.0.0.1' : HOST}:${new URL(server.playerUrl).port}`
  const call = await signIn(server.url)
  const machine = await (isContainer ? bootContainer : bootMachine)(image)
  const file = (name) => path.join(image.folder, `${name}.png`)
  const done = (command, timeout) => machine.ssh(command, { timeout })
  try {
    const before = onlyPlays ? [] : done(STATE, 600_000).stdout.split('\n')
    done(dropIn('vitrine-kiosk', isContainer ? WITHOUT_SEAT : SOFTWARE))
    // The browser ends its processes that are slow.
    done(`mkdir -p /etc/chromium.d && echo '${BROWSER}' >/etc/chromium.d/emulated`)
    const began = Date.now()
    const seconds = isContainer ? 5 : SHOW_SECONDS
    const script = `curl -fsS ${player}/kiosk.sh | VITRINE_KIOSK_SECONDS=${seconds} sh -s -- ${player}`
    const installed = done(script, INSTALL_MS)
    const said = `${installed.stdout}${installed.stderr}`.trim().split('\n').slice(-30).join('\n')
    check(
      `${suite}: the installer ${isContainer ? 'names the missing graphics card' : 'has seen the screen'}`,
      isContainer
        ? installed.status === 1 && said.includes('This machine has no graphics card')
        : installed.status === 0 && said.includes('This screen now plays'),
      `after ${Math.round((Date.now() - began) / 1000)} s\n${said}`,
    )
    check(`${suite}: the monitor shows a picture`, await hasPicture(machine, file('pairing')))

    const { groupId, deviceId } = await pair(call)
    await show(call, groupId, COLORS[0])
    check(`${suite}: the paired screen plays`, await isShown(machine, COLORS[0], file('playing')))

    const browser = done(BROWSER_ID).stdout
    done("pkill -9 -f '[-]-type=renderer'")
    check(
      `${suite}: a crashed page ends its browser`,
      await comesTo(machine, BROWSER_ID, (now) => now && now !== browser.trim()),
    )
    check(`${suite}: plays again after a crash`, await isShown(machine, COLORS[0], file('crashed')))

    await tryOrders(suite, { machine, call, deviceId, file })

    await pause(PAGE_MS)
    await machine.reboot()
    check(`${suite}: plays after a restart`, await isShown(machine, COLORS[0], file('restarted')))
    await show(call, groupId, COLORS[1])
    check(`${suite}: follows a change`, await isShown(machine, COLORS[1], file('changed')))

    if (!onlyPlays) await uninstall(suite, done, player, before)
  } finally {
    console.log(done("journalctl -b --no-pager -o short-monotonic -u 'vitrine-kiosk*' | tail -40").stdout)
    await machine.stop()
    await server.stop()
  }
}

/** What the buttons of the console order: sent by its server, passed on by the player, carried out by root. */
async function tryOrders(suite, { machine, call, deviceId, file }) {
  const said = (command) => machine.ssh(command).stdout.trim()
  const order = async (kind) => {
    await pause(PAGE_MS)
    machine.setClock()
    const { state, text } = await call('POST', `/devices/command/${deviceId}`, { kind })
    check(`${suite}: accepts ${kind}`, state === 'done', text)
  }
  const [start, version] = [said(STARTED), said(VERSION)]
  await order('restart-browser')
  check(
    `${suite}: restarts the browser`,
    await comesTo(machine, STARTED, (now) => Number(now) > Number(start)),
  )
  check(`${suite}: plays after it`, await isShown(machine, COLORS[0], file('ordered')))
  // As if it had come from an older server.
  said(`sed -i '/^Package: vitrine-kiosk$/,/^$/ s/^Version: .*/Version: 0.0.1/' /var/lib/dpkg/status`)
  await order('update-kiosk')
  check(`${suite}: updates the kiosk`, await comesTo(machine, VERSION, (now) => now === version))
  check(`${suite}: plays after it`, await isShown(machine, COLORS[0], file('updated')))
}

async function uninstall(suite, done, player, before) {
  const purged = done(`rm /etc/chromium.d/emulated; curl -fsS ${player}/kiosk.sh | sh -s -- --purge`, 900_000)
  check(`${suite}: is uninstalled`, purged.status === 0, purged.stderr.trim())
  const after = done(STATE, 600_000).stdout.split('\n')
  const [old, now] = [new Set(before), new Set(after)]
  const changes = [
    ...before.filter((line) => !now.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ].filter((line) => !isBare || !line.startsWith('+ /usr'))
  check(`${suite}: the system is as before`, changes.length === 0, changes.slice(0, 40).join('\n     '))
}

function dropIn(unit, text) {
  const folder = `/etc/systemd/system/${unit}.service.d`
  return `mkdir -p ${folder} && printf '${text.replaceAll('\n', '\\n')}' >${folder}/emulated.conf`
}

function colorsOf({ width, height, at }) {
  const colors = new Set()
  for (let y = 0; y < height; y += 4) for (let x = 0; x < width; x += 4) colors.add(at(x, y))
  return colors
}

/** Claims the screen that shows a code; returns its new group. */
async function pair(call) {
  for (let tries = 0; tries < 120; tries++) {
    const { screens } = await call('GET', '/devices/pairing/waiting')
    const [found] = screens
    if (found) {
      const { device } = await call('POST', '/devices/claim', { code: found.code, name: 'Machine' })
      const body = { name: 'Machine', devices: [device.id] }
      const { deviceGroup } = await call('POST', '/device-groups/create', body)
      return { groupId: deviceGroup.id, deviceId: device.id }
    }
    await pause(5000)
  }
  throw new Error('No screen shows a code')
}

/** Makes the group play a page of one color. */
async function show(call, groupId, background) {
  const { layout } = await call('POST', '/layout', {
    ...{ name: background, width: 1920, height: 1080, widgets: [], config: { inputs: [], background } },
  })
  const items = [{ layoutId: layout.id, duration: 3600 }]
  const body = { name: background, type: 'designed', mode: 'AUTO', items }
  const { storyboard } = await call('POST', '/storyboards/create', body)
  await call('PUT', `/storyboards/${storyboard.id}/approved`, { version: storyboard.version })
  const { deviceGroup } = await call('GET', `/device-groups/${groupId}`)
  await call('PUT', `/device-groups/${groupId}`, {
    ...{ name: deviceGroup.name, version: deviceGroup.version, storyboardId: storyboard.id },
  })
}

/** Whether a command comes to print what `isRight` accepts. */
async function comesTo(machine, command, isRight) {
  for (const until = Date.now() + SHOW_MS; Date.now() < until; await pause(2000))
    if (isRight(machine.ssh(command).stdout.trim())) return true
  return false
}

/** Whether the monitor comes to show more than one color. */
async function hasPicture(machine, file) {
  for (const until = Date.now() + SHOW_MS; Date.now() < until; await pause(3000))
    if (colorsOf(await machine.picture(file)).size > 1) return true
  return false
}

/** Whether the monitor comes to show this color at four places. */
async function isShown(machine, color, file) {
  for (const until = Date.now() + SHOW_MS; Date.now() < until; await pause(3000)) {
    const { width, height, at } = await machine.picture(file)
    const places = [0.2, 0.8].flatMap((x) =>
      [0.2, 0.8].map((y) => [Math.round(x * width), Math.round(y * height)]),
    )
    if (places.every(([x, y]) => at(x, y) === color)) return true
  }
  return false
}
