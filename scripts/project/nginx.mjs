import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../setup/root.mjs'

export const ORIGINS = ['console', 'player', 'content']
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Path of an installed program, including /usr/sbin; undefined if it isn't installed. */
export function programOf(name) {
  try {
    return execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin; command -v ${name}`])
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

/**
 * Writes the example of deploy/ with other addresses, with its files in a folder and without certificates, and returns
 * its path. `addressOf(node, origin)`: HOST:PORT of a server, from 0. `portOf(origin)`: nginx's port on 127.0.0.1.
 */
export function writeNginxConfig(folder, { addressOf, portOf }) {
  let server = 0
  const text = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/vitrine-(\d):808(\d)/g, (_, node, port) => addressOf(node - 1, ORIGINS[port]))
    .replace(/listen 443 ssl;/g, () => `listen 127.0.0.1:${portOf(ORIGINS[server++])};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace(/\/var\/log\/nginx|\/run(?=\/nginx.pid)/g, folder)
    .replace(
      'http {',
      `http {\n${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}`,
    )
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, text)
  return file
}

/** Starts nginx with a configuration, and resolves with { stop } once it listens on the port. */
export async function startNginx(file, port) {
  const child = spawn(programOf('nginx'), ['-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error('nginx has ended.')
    await setTimeout(50)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    const answer = (isThere) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
