import { randomInt } from 'node:crypto'
import net from 'node:net'
import { PlainFailure } from './plain-failure.mjs'

/** Settings and their defaults; the server validates them completely, this only avoids a useless build. */
export const PORT_DEFAULTS = { PORT: 8080, PLAYER_PORT: 8081, CONTENT_PORT: 8082 }

/** Throws if one of the ports is already taken. */
export async function ensurePortsFree(env = process.env) {
  const host = env.HOST || '0.0.0.0'
  for (const [name, standard] of Object.entries(PORT_DEFAULTS)) {
    const port = Number(env[name] || standard)
    if (!Number.isInteger(port) || port < 1 || port > 65535) continue
    if (await isTaken(port, host))
      throw new PlainFailure(
        `Port ${port} is in use by another program. Stop that program, or start with ${name}=<another port>.`,
      )
  }
}

function isTaken(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)))
  })
}

/** The ports given out: below those that Linux gives to connections, which could take one before its server listens. */
const [FIRST, COUNT] = [26_000, 6_000]

/**
 * Finds a free port of 127.0.0.1 and reserves it for as long as this process runs: processes that look for ports at the
 * same time, and the servers of tests that restart on theirs, never get the same one. The reservation is a listener on
 * the port COUNT below, which ends with the process.
 */
export async function freePort() {
  for (;;) {
    const port = FIRST + randomInt(COUNT)
    const reservation = await listening(port - COUNT)
    if (!reservation) continue
    reservation.unref()
    const probe = await listening(port)
    if (!probe) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}

/** Finds that many ports, all different. */
export const freePorts = (count) => Promise.all(Array.from({ length: count }, () => freePort()))

/** Returns nothing if another listens there. */
const listening = (port) =>
  new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server))
  })
