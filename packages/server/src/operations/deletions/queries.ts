import {
  type DeletionKind,
  type DeletionOutlook,
  type KnownUse,
  REMOVABLE_KINDS,
  REMOVED_USES_MAX,
  type RemovableKind,
} from '@vitrine/contract/api/operations/deletions'
import type { UsedBy } from '@vitrine/contract/errors'
import type { Change } from '#base/change.ts'
import { deletionBy, type Session } from '#base/handler.ts'
import { reached } from '#base/references/reached.ts'
import { madeFor } from '#content/made/queries.ts'
import { isInTrash } from '#content/trash/queries.ts'
import { keepRemovals, type Removal, writeRemoval } from '#content/trash/removals.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Settings } from '#lib/env.ts'
import { AppError, USES_LISTED_MAX } from '#lib/errors.ts'
import { type Item, KINDS, type Looking, REMOVABLE } from './kinds.ts'
import { type Gone, planRemoval, waysOf } from './planning.ts'

const isRemovable = (kind: DeletionKind): kind is RemovableKind =>
  (REMOVABLE_KINDS as readonly string[]).includes(kind)

const NOTHING: Gone = {
  ...{ media: new Set(), pages: new Set(), storyboards: new Set(), places: new Set(), folders: new Set() },
}

/** The item's own ids, and those of what was made to play it. */
async function goneWith(db: Db, kind: RemovableKind, item: Item): Promise<Gone> {
  const own = { ...NOTHING, ...(await REMOVABLE[kind].gone(db, item)) }
  const made = await madeFor(
    db,
    [...own.media, ...own.pages].map((id) => ({ id })),
  )
  return {
    ...own,
    pages: new Set([...own.pages, ...made.pages.map(({ id }) => id)]),
    storyboards: new Set([...own.storyboards, ...made.storyboards.map(({ id }) => id)]),
  }
}

/** The error that deleting an item would throw, if any. */
async function refusalOf(refuse: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await refuse()
    return undefined
  } catch (error) {
    if (error instanceof AppError && (error.status === 409 || error.status === 403)) return error
    throw error
  }
}

type Bind = (organizationId: string) => Db

/**
 * What deleting an item would answer, and what can be done about its users. `room`: the uses that the call may still
 * examine; of the others, it only says what they are.
 */
export async function outlookOf(
  db: Db,
  bind: Bind,
  { kind, id }: { kind: DeletionKind; id: string },
  looking: Looking,
  room: { uses: number },
): Promise<DeletionOutlook> {
  const item = await KINDS[kind].find(db, id, looking.now)
  // The caller may see several organizations, which may have data sources of the same name.
  const own = isRemovable(kind) || kind === 'source' ? bind(item.organizationId ?? id) : db
  const refusal = await refusalOf(() => KINDS[kind].refuse(own, item, looking))
  const none = { id, refusal: null, usedIn: [], uses: 0, isRemovable: false }
  if (!refusal) return none
  const { errKey, message, uses } = refusal
  const isExamined = isRemovable(kind) && uses.length <= room.uses
  room.uses -= isExamined ? uses.length : 0
  const gone = isExamined ? await goneWith(own, kind, item) : NOTHING
  const ways = isExamined ? await waysOf(own, uses, gone, { actor: looking.session, now: looking.now }) : []
  const first = uses
    .slice(0, USES_LISTED_MAX)
    .map((use, place): KnownUse => ({ ...use, way: ways[place] ?? 'first' }))
  const usedIn = await reached(db, first)
  return {
    ...{ id, refusal: { errKey, message }, uses: uses.length },
    usedIn,
    isRemovable: ways.length > 0 && ways.every((way) => way === 'remove' || way === 'idle'),
  }
}

interface Removing extends Looking {
  session: Session
  settings: Settings
  /** The most uses that the caller has seen. */
  uses: number
}

/** Throws the refusal of the deletion unless every user can lose the item. Returns the users that lost it. */
export async function removeEverywhere(
  db: Db,
  bind: Bind,
  { kind, id }: { kind: RemovableKind; id: string },
  { session, settings, now, uses }: Removing,
): Promise<{ removedFrom: UsedBy[]; changes: Change[] }> {
  const { find, refuse, remove, table } = REMOVABLE[kind]
  const { organizationId = id } = await find(db, id, now)
  const own = bind(organizationId)
  await lockRow(own, table, id)
  const item = await find(own, id, now)
  const refusal = await refusalOf(() => refuse(own, item, { session, now }))
  const users = refusal?.uses ?? []
  if (refusal && (users.length === 0 || users.length > uses)) throw refusal
  const ids = await goneWith(own, kind, item)
  const by = { settings, userId: session.userId, now }
  const removals: Removal[] = []
  const changes: Change[] = []
  for (const user of users) {
    const plan = await planRemoval(own, user, ids, { actor: session, now })
    if (typeof plan === 'string') throw refusal
    changes.push(...(await writeRemoval(own, plan, plan.after, by)))
    if (user.kind === 'device') await cancelPlanned(own, user.id, ids.storyboards)
    const { isIdle: _, ...removal } = plan
    removals.push(removal)
  }
  // The item as it is without its users: a card may have shown itself.
  changes.push(
    ...(await remove(own, await find(own, id, now), deletionBy({ session, clock: { now: () => now } }))),
  )
  if (await isInTrash(own, id, now)) await keepRemovals(own, { organizationId, trashId: id }, removals)
  return { removedFrom: [...users], changes }
}

/** Planned switches to a deleted storyboard. */
async function cancelPlanned(db: Db, deviceId: string, storyboards: ReadonlySet<string>): Promise<void> {
  const gone = [...storyboards].map((id) => ({ id }))
  if (gone.length === 0) return
  await db
    .deleteFrom('planned_switches')
    .where('deviceId', '=', deviceId)
    .where('storyboardId', 'in', anyOf(db, gone))
    .execute()
}

export const usesRoom = () => ({ uses: REMOVED_USES_MAX })
