import { existsSync } from 'node:fs'
import { run } from './processes.mjs'

/** Whether this process can install Debian packages without a password prompt. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

let last = Promise.resolve()

/**
 * Installs Debian packages; returns the error, or undefined. Calls run in sequence, because apt-get refuses concurrent
 * ones.
 */
export function aptInstall(...packages) {
  last = last.then(() => install(packages))
  return last
}

async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // On a new machine, package lists are empty or old, so every name would be unknown.
  await run('apt-get', ['update', '-q'], { env })
  const installed = await run('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], { env })
  return installed.code === 0 ? undefined : installed.output
}
