import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../setup/ports.mjs'

const SIZE = { width: 1280, height: 720 }
/** An emulated processor takes minutes to start the system, and longer on a busy computer. */
const BOOT_MS = 2_400_000

const APPEND = 'root=/dev/vda rw console=tty0 console=ttyS0 net.ifnames=0 no_timer_check'

/** Boots an image; changes to its disk are lost at the end. Resolves once root can log in. */
export async function bootMachine({ folder, disk, kernel, initrd, key }, { memory = 2048 } = {}) {
  const port = await freePort()
  const socket = path.join(folder, 'qmp.sock')
  rmSync(socket, { force: true })
  const words = [
    // Its clock runs with its work, 2 ns an instruction: on a busy computer, nothing in it is late.
    ...[
      '-accel',
      'tcg,thread=single',
      '-icount',
      'shift=1',
      '-cpu',
      'max',
      '-m',
      String(memory),
      '-smp',
      '2',
    ],
    ...['-kernel', kernel, '-initrd', initrd],
    ...['-append', APPEND],
    ...['-drive', `file=${disk},if=virtio,format=raw,cache=unsafe,snapshot=on`],
    ...['-netdev', `user,id=n,hostfwd=tcp:127.0.0.1:${port}-:22`, '-device', 'virtio-net-pci,netdev=n'],
    ...[
      '-vga',
      'none',
      '-device',
      `virtio-gpu-pci,xres=${SIZE.width},yres=${SIZE.height}`,
      '-display',
      'none',
    ],
    ...['-serial', `file:${path.join(folder, 'serial.log')}`, '-qmp', `unix:${socket},server,nowait`],
    ...['-device', 'virtio-rng-pci'],
  ]
  const emulator = spawn('qemu-system-x86_64', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ssh = (command, { timeout = 900_000 } = {}) =>
    spawnSync(
      'ssh',
      [
        ...[
          '-i',
          key,
          '-p',
          String(port),
          '-o',
          'StrictHostKeyChecking=no',
          '-o',
          'UserKnownHostsFile=/dev/null',
        ],
        ...['-o', 'ConnectTimeout=300', '-o', 'LogLevel=ERROR', 'root@127.0.0.1', command],
      ],
      { encoding: 'utf8', timeout, maxBuffer: 1e8 },
    )
  const isUp = async () => {
    for (const until = Date.now() + BOOT_MS; Date.now() < until; ) {
      if (emulator.exitCode !== null) throw new Error('The emulator ended')
      if (ssh('true').status === 0) return
      await pause(3000)
    }
    throw new Error('The machine does not start')
  }
  await isUp()
  const control = await openControl(socket)
  return {
    /** Runs a command as root; the result has status, stdout, and stderr. */
    ssh,
    /** Its clock falls behind, and orders are valid for a minute. */
    setClock: () => ssh(`date --set=@${Math.round(Date.now() / 1000) + 20}`),
    async reboot() {
      ssh('systemctl reboot')
      await pause(15_000)
      await isUp()
    },
    /** The pixels on the monitor: a function of x and y that returns "#rrggbb". */
    async picture(file) {
      const pixels = `${file}.ppm`
      await control('screendump', { filename: pixels })
      await control('screendump', { filename: file, format: 'png' })
      const { width, height, at } = readPixels(readFileSync(pixels))
      rmSync(pixels)
      return { width, height, at }
    },
    async stop() {
      const gone = new Promise((resolve) => emulator.once('exit', resolve))
      emulator.kill()
      await gone
    },
  }
}

/** Binary PPM: "P6 width height 255", then three bytes a pixel. */
function readPixels(bytes) {
  const [head, width, height] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 60).toString('latin1')) ?? []
  const pixels = bytes.subarray(head.length)
  const at = (x, y) => {
    const place = (y * Number(width) + x) * 3
    return `#${pixels.subarray(place, place + 3).toString('hex')}`
  }
  return { width: Number(width), height: Number(height), at }
}

/** QEMU's control protocol: one JSON object a line. */
async function openControl(socket) {
  const line = net.connect(socket)
  await new Promise((resolve) => line.once('connect', resolve))
  const waiting = []
  let heard = ''
  line.on('data', (text) => {
    heard += text
    const lines = heard.split('\n')
    heard = lines.pop()
    for (const each of lines) {
      const said = JSON.parse(each)
      if ('return' in said || 'error' in said) waiting.shift()?.(said)
    }
  })
  line.on('error', () => {})
  const call = (execute, words) =>
    new Promise((resolve, reject) => {
      waiting.push(({ error, return: done }) => (error ? reject(new Error(error.desc)) : resolve(done)))
      line.write(`${JSON.stringify({ execute, arguments: words })}\n`)
    })
  await call('qmp_capabilities')
  return call
}
