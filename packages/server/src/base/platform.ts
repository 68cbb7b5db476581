import type { BlobStore } from '#blobs/blob-store.ts'
import type { SharedGuesses } from '#db/between-servers/guesses.ts'
import type { Clock } from '#lib/clock.ts'
import type { DiskSpace } from '#lib/disk/disk-space.ts'
import type { Settings } from '#lib/env.ts'
import type { Certificate } from '#lib/http/certificate.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import type { Tokens } from '#lib/security/tokens.ts'
import type { Tools } from '#lib/work/tools.ts'

/** Base URLs of the three apps. */
export interface Origins {
  console: string
  player: string
  content: string
}

/**
 * The services that features use and that know nothing of rooms, by name. Take what you need: `Pick<Platform, 'settings'>`.
 * Services of a room are taken by their own types, and the unbound database as `{ database: Db }`.
 */
export interface Platform {
  settings: Settings
  clock: Clock
  log: Log
  tokens: Tokens
  /** Seals secrets in the database. */
  seal: Seal
  blobs: BlobStore
  guesses: SharedGuesses
  disk: DiskSpace
  /** Background jobs; `look` runs due ones, `start` runs a long one now. */
  jobs: { look(): Promise<void>; start(name: string): Promise<boolean>; isRunning(name: string): boolean }
  /** Call `wake` after the commit that queued a message. */
  outbox: { wake(): Promise<void> }
  /** Closes everything and starts again in this process, after pending calls are answered. */
  restart(): void
  /** Optional programs installed on this machine. */
  tools: Tools
  /** Null without TLS. */
  certificate: Certificate | null
  /** Build of the player that this server serves; undefined if none is built. */
  playerBuild: string | undefined
  /** Folder of the built player. */
  playerFolder: string
  /** Without a trailing slash; the port is known once the server listens. */
  origins: Origins
}
