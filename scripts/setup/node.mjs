import { existsSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from './plain-failure.mjs'
import { root } from './root.mjs'

export const NEEDED_NODE = 24

/**
 * Flags of the server. By default, V8 lets its young generation grow to 128 MB, and its heap to up to four times what
 * is live, which costs memory and saves no processor time: see decision 037.
 */
export const SERVER_FLAGS = ['--enable-source-maps', '--max-semi-space-size=16', '--heap-growing-percent=100']

/**
 * The Node for Vitrine: the running one if it is new enough, otherwise the one that npm installed as an optional
 * dependency. npm's own Node may be older (20.19 and up).
 */
export function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath
  const folder = { linux: 'linux', win32: 'win' }[process.platform]
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const brought = path.join(root, 'node_modules', `node-${folder}-${process.arch}`, 'bin', file)
  if (folder && existsSync(brought)) return brought
  throw new PlainFailure(
    `Vitrine needs Node ${NEEDED_NODE} or newer; this is ${process.version}, and npm has no newer one for ` +
      `${process.platform} ${process.arch}. Install it from https://nodejs.org and try again.`,
  )
}

/** An environment in which child processes find the same Node first. */
export function withNodeFirst(node, env = process.env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [path.dirname(node), env[name]].filter(Boolean).join(path.delimiter) }
}
