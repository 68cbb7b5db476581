import { existsSync } from 'node:fs'
import { run } from './processes.mjs'

/** Whether this process may install Debian's packages without asking for a password. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

let last = Promise.resolve()

/** Installs Debian packages; answers what went wrong, or undefined. One call after another: apt-get refuses a second one. */
export function aptInstall(...packages) {
  last = last.then(() => install(packages))
  return last
}

async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // A fresh machine's package lists are empty or old; without them every name is unknown.
  await run('apt-get', ['update', '-q'], { env })
  const installed = await run('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], { env })
  return installed.code === 0 ? undefined : installed.output
}
