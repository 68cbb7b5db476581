import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { root } from '../setup/root.mjs'

const CACHE = path.join(root, '.cache/machine')
const BASE = [
  ...['systemd', 'systemd-sysv', 'dbus', 'udev', 'sudo', 'curl', 'openssh-server', 'linux-image-amd64'],
  ...['ifupdown', 'ca-certificates'],
]
/** The emulated network of a machine: this computer's loopback, and its name server. */
export const HOST = '10.0.2.2'
const [OWN, NAME_SERVER] = ['10.0.2.15', '10.0.2.3']

const run = (program, words, options = {}) =>
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], ...options })

/** What kiosk.sh needs: installed beforehand, because the emulated processor takes a quarter of an hour for it. */
function kioskPackages() {
  const script = readFileSync(path.join(root, 'packages/player/public/kiosk.sh'), 'utf8')
  const [, list = ''] = /^PACKAGES="([^"]+)"$/m.exec(script) ?? []
  return list.split(/\s+/).map((name) => name.split('|')[0])
}

/**
 * A minimal Debian on a disk image, which root can log in to with a key: built once, kept in `.cache`. `isBare`: without
 * the programs of the kiosk. Needs root and Debian's debootstrap and e2fsprogs.
 */
export function debianImage(suite, { isBare }) {
  const folder = path.join(CACHE, isBare ? `${suite}-bare` : suite)
  const files = {
    folder,
    disk: path.join(folder, 'disk.img'),
    kernel: path.join(folder, 'vmlinuz'),
    initrd: path.join(folder, 'initrd.img'),
    key: path.join(folder, 'key'),
  }
  if (existsSync(files.disk)) return files
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const system = path.join(folder, 'system')
  run('debootstrap', ['--variant=minbase', `--include=${BASE.join()}`, suite, system])
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', files.key])
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(system, name)), { recursive: true })
    writeFileSync(path.join(system, name), text)
  }
  write('root/.ssh/authorized_keys', readFileSync(`${files.key}.pub`))
  write('etc/hostname', 'screen\n')
  write('etc/hosts', '127.0.0.1 localhost screen\n')
  write('etc/fstab', '/dev/vda / ext4 defaults 0 1\n')
  write(
    'etc/network/interfaces',
    `auto lo\niface lo inet loopback\nauto eth0\niface eth0 inet static\n  address ${OWN}/24\n  gateway ${HOST}\n`,
  )
  inSystem(system, () => {
    // xvfb: the monitor of a container.
    if (!isBare) install(system, [...kioskPackages(), 'xvfb'])
    // Only what the emulated disk needs: unpacking takes an emulated processor longest.
    write('etc/initramfs-tools/conf.d/machine', 'MODULES=list\n')
    write('etc/initramfs-tools/modules', 'virtio_pci\nvirtio_blk\next4\n')
    run('chroot', [system, 'update-initramfs', '-u'])
  })
  // Everything is installed, and reading the lists of packages takes minutes.
  if (!isBare) write('etc/apt/sources.list', '')
  // Only now: programs were loaded with this computer's own.
  write('etc/resolv.conf', `nameserver ${NAME_SERVER}\n`)
  const boot = readdirSync(path.join(system, 'boot'))
  for (const [name, file] of [
    ['vmlinuz-', files.kernel],
    ['initrd.img-', files.initrd],
  ])
    cpSync(path.join(system, 'boot', boot.find((each) => each.startsWith(name)) ?? name), file)
  run('mkfs.ext4', ['-q', '-d', system, `${files.disk}.new`, '8G'])
  run('mv', [`${files.disk}.new`, files.disk])
  rmSync(system, { recursive: true })
  return files
}

/** Runs `work` while programs can run in the folder of a system. */
function inSystem(system, work) {
  const policy = path.join(system, 'usr/sbin/policy-rc.d')
  cpSync('/etc/resolv.conf', path.join(system, 'etc/resolv.conf'))
  // Services start with the machine, not here.
  writeFileSync(policy, '#!/bin/sh\nexit 101\n')
  chmodSync(policy, 0o755)
  const mounts = ['proc', 'dev'].map((name) => path.join(system, name))
  for (const folder of mounts) run('mount', ['--bind', `/${path.basename(folder)}`, folder])
  try {
    work()
  } finally {
    for (const folder of mounts) run('umount', [folder])
    rmSync(policy)
  }
}

function install(system, packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('chroot', [system, 'apt-get', 'install', '-yq', '--no-install-recommends', ...packages], { env })
}
