import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { PassingStartError, type Settings, StartError } from '#lib/env.ts'

const PORT_SETTINGS = ['PORT', 'PLAYER_PORT', 'CONTENT_PORT'] as const
type Listening = Pick<Settings, 'HOST' | 'ROLE' | (typeof PORT_SETTINGS)[number]>

/**
 * Throws a StartError if a port can't be used. Before anything is opened: a first start that fails later has created
 * the first login, and its password was never shown.
 */
export async function refuseTakenPorts({ HOST, ROLE, ...ports }: Listening): Promise<void> {
  // Health checks use the console's port, whatever the server's role.
  for (const setting of ROLE.includes('edge') ? PORT_SETTINGS : (['PORT'] as const)) {
    if (ports[setting] === 0) continue
    const tried = new Server()
    await new Promise<void>((resolve, reject) => {
      tried.once('error', reject)
      tried.listen({ host: HOST, port: ports[setting] }, () => tried.close(() => resolve()))
    }).catch((error) => {
      throw listenError(error, HOST, ports[setting])
    })
  }
}

export async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    // Screens that lost the server reconnect at the same time; the system caps the backlog at its own limit.
    await server.listen({ host, port, backlog: 4096 })
  } catch (error) {
    throw listenError(error, host, port)
  }
}

function listenError(error: unknown, host: string, port: number): StartError {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return new PassingStartError(
        `Port ${port} is in use by another program. Stop that program, or choose another port in the settings.`,
      )
    case 'EACCES':
      return new StartError(`This account isn't allowed to use port ${port}. Choose a port above 1023.`)
    case 'EADDRNOTAVAIL':
      return new PassingStartError(
        `HOST is ${host}, which isn't an address of this machine now. Correct it, or leave HOST empty to listen on every address.`,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new PassingStartError(
        `HOST is ${host}, and there is no such host. Correct it, or leave HOST empty to listen on every address.`,
      )
    case 'EAFNOSUPPORT':
      return new StartError(`HOST is ${host}, and IPv6 is off on this machine. Set HOST to an IPv4 address.`)
    default:
      return new StartError(`Can't listen on ${host}, port ${port}: ${message}.`)
  }
}
