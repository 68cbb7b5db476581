import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const SIZE = '1024x768x24'
const BOOT_MS = 300_000
/** How a container ends that wants to be started again. */
const RESTARTS = 133
/** A monitor that is a file: the compositor draws in a window of this X server. */
const MONITOR = `[Service]
RuntimeDirectory=monitor
ExecStart=/usr/bin/Xvfb :77 -screen 0 ${SIZE} -fbdir /run/monitor -ac
[Install]
WantedBy=multi-user.target
`
/** Of the kiosk's service: a container has no terminal, no seat, and no graphics card. */
export const WITHOUT_SEAT = [
  '[Service]',
  ...[
    'TTYPath=',
    'StandardInput=null',
    'TTYReset=no',
    'TTYVHangup=no',
    'TTYVTDisallocate=no',
    'UtmpIdentifier=',
  ],
  'Environment=WLR_BACKENDS=x11 DISPLAY=:77 WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman',
  '',
].join('\n')

/** Boots an image with systemd at full speed, on the kernel and the network of this computer. Otherwise as bootMachine. */
export async function bootContainer({ folder, disk }) {
  const place = (name) => path.join(folder, name)
  const [below, changes, work, root] = ['below', 'changes', 'work', 'root'].map(place)
  for (const each of [below, changes, work, root]) {
    spawnSync('umount', ['-q', each])
    rmSync(each, { recursive: true, force: true })
    mkdirSync(each)
  }
  const run = (program, ...words) => execFileSync(program, words)
  run('mount', '-o', 'loop,ro,noload', disk, below)
  run(
    'mount',
    '-t',
    'overlay',
    '-o',
    `lowerdir=${below},upperdir=${changes},workdir=${work}`,
    'overlay',
    root,
  )
  const units = path.join(root, 'etc/systemd/system')
  writeFileSync(path.join(units, 'monitor.service'), MONITOR)
  run('ln', '-sf', '../monitor.service', path.join(units, 'multi-user.target.wants/monitor.service'))
  for (const name of ['ssh.service', 'ssh.socket', 'networking.service'])
    run('ln', '-sf', '/dev/null', path.join(units, name))
  rmSync(path.join(root, 'etc/fstab'), { force: true })
  let keeper
  const boot = () => {
    const words = [
      '--quiet',
      '--boot',
      '--register=no',
      '--keep-unit',
      '--console=pipe',
      '-M',
      path.basename(folder),
    ]
    // This computer's control groups may be of the older version.
    const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
    const each = spawn('systemd-nspawn', [...words, '-D', root], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    each.once('exit', (code) => code === RESTARTS && boot())
    keeper = each
  }
  const ssh = (command, { timeout = 120_000 } = {}) => {
    const [init] = childrenOf(keeper.pid)
    const namespaces = ['-t', String(init), '-m', '-u', '-i', '-p', '-C', '-r', '-w']
    const env = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'TERM=dumb']
    return spawnSync('nsenter', [...namespaces, ...env, 'sh', '-c', command], {
      ...{ encoding: 'utf8', timeout, maxBuffer: 1e8 },
    })
  }
  const isUp = async () => {
    for (const until = Date.now() + BOOT_MS; Date.now() < until; await pause(500))
      if (/^(running|degraded)/.test(ssh('systemctl is-system-running').stdout ?? '')) return
    throw new Error('The container does not start')
  }
  boot()
  await isUp()
  return {
    ssh,
    setClock() {},
    async reboot() {
      const before = keeper
      ssh('systemctl reboot')
      while (keeper === before) await pause(200)
      await isUp()
    },
    async picture(file) {
      const pixels = ssh('base64 /run/monitor/Xvfb_screen0').stdout
      const { width, height, at, ppm } = readWindowDump(Buffer.from(pixels, 'base64'))
      writeFileSync(`${file}.ppm`, ppm())
      return { width, height, at }
    },
    async stop() {
      const gone = new Promise((resolve) => keeper.once('exit', resolve))
      keeper.kill()
      await gone
      for (const each of [root, below]) run('umount', each)
      for (const each of [changes, work]) rmSync(each, { recursive: true })
    },
  }
}

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** XWD: a header of big-endian numbers, a table of colors, then rows of blue, green, red, and a spare byte. */
function readWindowDump(bytes) {
  const head = (n) => bytes.readUInt32BE(n * 4)
  const [width, height, row] = [head(4), head(5), head(12)]
  const pixels = bytes.subarray(head(0) + head(19) * 12)
  const color = (x, y) => [2, 1, 0].map((n) => pixels[y * row + x * 4 + n])
  const at = (x, y) => `#${Buffer.from(color(x, y)).toString('hex')}`
  const ppm = () => {
    const rows = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => color(x, y)),
    )
    return Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), Buffer.from(rows.flat(2))])
  }
  return { width, height, at, ppm }
}
