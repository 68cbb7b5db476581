import { startCluster } from '../../scripts/outages/cluster.mjs'
import type { Host } from './host.ts'

/** Two servers behind nginx: a new installation on the stores that `scripts/outages/journeys.mjs` started. */
export async function severalServers(env: Record<string, string>): Promise<Host> {
  const stores = JSON.parse(process.env.JOURNEY_STORES ?? '{}')
  const cluster = await startCluster({ stores, env })
  return {
    urls: cluster.urls,
    get output() {
      return cluster.nodes.map((node) => node.output()).join('')
    },
    start: cluster.start,
    cut: async () => {
      await Promise.all(cluster.nodes.map((node) => node.stop('SIGKILL')))
    },
    close: cluster.stop,
  }
}
