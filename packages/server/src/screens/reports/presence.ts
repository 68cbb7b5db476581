import { ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import { anyOf, tableOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Milliseconds for which a server vouches for a screen that only sends heartbeats, before renewing. */
const VOUCH_MS = 900_000
const LEFT_MS = ONLINE_SECONDS * 1000
/** Milliseconds of silence after which it stops: before consoles show the screen as late. */
const SILENT_MS = LEFT_MS - 30_000
/** Screens per statement, which holds SQLite's thread for some milliseconds. */
const AT_ONCE = 500

interface Screen {
  /** Revision of the report that is stored or about to be. */
  revision: string
  /** Time of the last report or heartbeat. */
  at: number
  /** The stored `lastSeenAt`, if this process vouches for it. */
  until: number
  /** Whether it sent a heartbeat after its report. */
  isBeating: boolean
}

/**
 * Screens that send heartbeats without a new report. Writing each heartbeat would be most of a fleet's writes, so the
 * stored `lastSeenAt` is set ahead, and corrected when a screen falls silent or this process ends. After a crash, a
 * screen that doesn't return counts as online for up to VOUCH_MS.
 */
export class Presence {
  readonly #screens = new Map<string, Screen>()

  /** Records a full report. */
  reported(id: string, revision: string | undefined, at: number): void {
    if (revision === undefined) this.#screens.delete(id)
    else this.#screens.set(id, { revision, at, until: 0, isBeating: false })
  }

  /** False if the screen has to send a full report: this process doesn't have its last one, or it was silent. */
  beat(id: string, revision: string, now: number): boolean {
    const screen = this.#screens.get(id)
    if (screen?.revision !== revision) return false
    screen.at = now
    screen.isBeating = true
    return true
  }

  forget(id: string): void {
    this.#screens.delete(id)
  }

  /** Renews screens with heartbeats, and corrects silent ones; `all`: corrects all. */
  async write(db: Db, now: number, { all = false } = {}): Promise<void> {
    const vouched: [string, Screen][] = []
    const ended: { id: string; until: number; at: number }[] = []
    const until = now + VOUCH_MS
    for (const [id, screen] of this.#screens) {
      if (all || now - screen.at > SILENT_MS) {
        if (screen.until > 0) ended.push({ id, until: screen.until, at: screen.at })
        this.#screens.delete(id)
      } else if (screen.isBeating && screen.until - now < LEFT_MS) vouched.push([id, screen])
    }
    for (let at = 0; at < vouched.length; at += AT_ONCE) {
      // One that has reported in between starts again.
      const some = vouched.slice(at, at + AT_ONCE).filter(([id, screen]) => this.#screens.get(id) === screen)
      await vouch(
        db,
        some.map(([id]) => id),
        until,
      )
      for (const [, screen] of some) screen.until = until
    }
    await setRight(db, ended)
  }
}

async function vouch(db: Db, ids: readonly string[], until: number): Promise<void> {
  if (ids.length === 0) return
  const wanted = ids.map((id) => ({ id }))
  await db
    .updateTable('device_states')
    .set({ lastSeenAt: until })
    .where('id', 'in', anyOf(db, wanted))
    .execute()
}

/** Unless another server has a newer report of the screen. */
async function setRight(db: Db, ended: readonly { id: string; until: number; at: number }[]): Promise<void> {
  if (ended.length === 0) return
  await db
    .updateTable('device_states')
    .from(tableOf(db, { id: 'text', until: 'bigint', at: 'bigint' }, ended).as('given'))
    .set(({ ref }) => ({ lastSeenAt: ref('given.at') }))
    .whereRef('device_states.id', '=', 'given.id')
    .whereRef('device_states.lastSeenAt', '=', 'given.until')
    .execute()
}

/** Call after a crash of the only server: no process vouches for times ahead of the clock. */
export async function endVouching(db: Db, now: number): Promise<void> {
  await db.updateTable('device_states').set({ lastSeenAt: now }).where('lastSeenAt', '>', now).execute()
}
