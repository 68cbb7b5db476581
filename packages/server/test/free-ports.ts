import { randomInt } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Finds different free ports on this machine: all are held until the last one is known. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, listening))
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

/** Not a port that the system chooses: a connection could take it before the server listens, or while it restarts. */
const listening = (): Promise<Server> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(listening()) : reject(error),
    )
    probe.listen(randomInt(20_000, 32_000), '127.0.0.1', () => resolve(probe))
  })
