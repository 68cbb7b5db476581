import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** What a committed write changed, as far as screens may show it. */
export type Change =
  | { kind: 'page'; id: string }
  | { kind: 'storyboard'; id: string }
  | { kind: 'group'; id: string }
  | { kind: 'device'; id: string }

export interface Publisher {
  /** Computes the manifests that a committed write touches and tells the screens. Call it after the commit. */
  publish(changes: readonly Change[]): Promise<void>
  close(): Promise<void>
}

export async function createPublisher(_services: {
  database: Db
  clock: Clock
  log: Log
}): Promise<Publisher> {
  return { publish: async () => {}, close: async () => {} }
}
