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

/** Finds a port that is currently free. */
export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen({ port: 0, host }, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
