// What a save refuses of storyboards inside storyboards: circles, depth, and more pages than screens can order.

import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { rule } from '@vitrine/contract/rules'
import { mostEntries } from '@vitrine/contract/schedule/local-slot'
import { PLAYS_PER_ROUND_MAX, STORYBOARD_DEPTH_MAX } from '@vitrine/contract/schedule/page-order'
import { sql } from 'kysely'
import { anyOf, isPostgres, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { invalid } from '#lib/errors.ts'
import { includingAny } from '#playback/including.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { requireApproved } from './approval/queries.ts'

type Size = { type: 'standard' | 'designed'; width: number; height: number }
type Counted = Pick<StoryboardItem, 'storyboardId' | 'weight' | 'tied' | 'slot'>

interface Inner extends Size {
  id: string
  name: string
  /** Its draft, and the version that plays: either may play next. */
  versions: readonly (readonly Counted[])[]
}

const innerIds = (items: readonly Counted[]) => items.flatMap(({ storyboardId }) => storyboardId ?? [])

/**
 * One save of a storyboard at a time in an organization: two that are each fine could make a circle together. Locks the storyboard and
 * those inside it until the commit, so that none of them is deleted in the meantime. Call before anything else is written.
 */
export async function lockNesting(
  db: Db,
  organizationId: string,
  id?: string,
  items: readonly Counted[] = [],
): Promise<void> {
  if (!isPostgres(db)) return
  const name = `vitrine_storyboards_${organizationId}`
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
  for (const each of [...new Set([...innerIds(items), ...(id ? [id] : [])])].sort())
    await lockRow(db, 'storyboards', each)
}

/** Errors of items that name a storyboard that doesn't exist, or has another type or size. */
export async function refuseOtherStoryboards(
  db: Db,
  items: readonly Counted[],
  size: Size,
): Promise<Record<string, string>> {
  const known = new Map((await storyboardsOf(db, innerIds(items))).map((each) => [each.id, each]))
  const errors: Record<string, string> = {}
  for (const [index, { storyboardId }] of items.entries()) {
    if (!storyboardId) continue
    const inner = known.get(storyboardId)
    if (!inner) errors[`items.${index}.storyboardId`] = rule('unknown')
    else if (!isSameSize(inner, size)) errors[`items.${index}.storyboardId`] = rule('invalid')
  }
  return errors
}

const isSameSize = (a: Size, b: Size) => a.type === b.type && a.width === b.width && a.height === b.height

async function storyboardsOf(part: Db, ids: readonly string[]): Promise<Inner[]> {
  if (ids.length === 0) return []
  const db = whole(part)
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'name', 'type', 'width', 'height', 'items', 'approved'])
    .where(
      'id',
      'in',
      anyOf(
        db,
        [...new Set(ids)].map((id) => ({ id })),
      ),
    )
    .execute()
  return rows.map(({ items, approved, ...row }) => ({
    ...row,
    versions: [
      JSON.parse(items) as StoryboardItem[],
      ...(approved === null ? [] : [(JSON.parse(approved) as ApprovedStoryboard).items]),
    ],
  }))
}

/**
 * Throws INVALID if a storyboard that has been written would be inside itself, too deep inside others, of another size than one
 * that includes it, or if a round of it or of such a one would have too many pages.
 */
export async function refuseWrongNesting(db: Db, id: string): Promise<void> {
  const outer = [...(await includingAny(db, [id]))].filter((each) => each !== id)
  const known = new Map<string, Inner>()
  for (let wanted = [id, ...outer]; wanted.length > 0; ) {
    for (const each of await storyboardsOf(db, wanted)) known.set(each.id, each)
    wanted = [...known.values()]
      .flatMap(({ versions }) => versions.flatMap(innerIds))
      .filter((each) => !known.has(each))
  }
  const own = known.get(id)
  if (!own) return
  const measured = new Measures(known)
  refuseCircles(own, known)
  if (measured.of(id).depth > STORYBOARD_DEPTH_MAX)
    throw invalid({ items: rule('too_deep', STORYBOARD_DEPTH_MAX) })
  if (measured.of(id).plays > PLAYS_PER_ROUND_MAX)
    throw invalid({ items: rule('too_many_plays', PLAYS_PER_ROUND_MAX) })
  for (const each of outer.flatMap((one) => known.get(one) ?? [])) {
    const { depth, plays } = measured.of(each.id)
    if (depth > STORYBOARD_DEPTH_MAX) throw invalid({ items: rule('too_deep_in', each.name) })
    if (plays > PLAYS_PER_ROUND_MAX) throw invalid({ items: rule('too_many_plays_in', each.name) })
    if (each.versions.some((items) => innerIds(items).includes(id)) && !isSameSize(each, own))
      throw invalid({ items: rule('size_in', each.name) })
  }
}

/** By what is saved and what plays: an edit that waits must not close a circle when it is approved. */
function refuseCircles(own: Inner, known: ReadonlyMap<string, Inner>): void {
  const reached = new Set([own.id])
  const reaches = (from: string): boolean => {
    if (from === own.id) return true
    if (reached.has(from)) return false
    reached.add(from)
    return (known.get(from)?.versions ?? []).some((items) => innerIds(items).some(reaches))
  }
  const errors: Record<string, string> = {}
  const [draft = []] = own.versions
  for (const [index, { storyboardId }] of draft.entries())
    if (storyboardId && reaches(storyboardId)) errors[`items.${index}.storyboardId`] = rule('circle')
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

interface Measure {
  /** Storyboards inside each other, this one included. */
  depth: number
  /** Pages of a round, each as often as it plays. */
  plays: number
}

/** The larger ones of the draft and the version that plays. */
class Measures {
  readonly #known: ReadonlyMap<string, Inner>
  readonly #measured = new Map<string, Measure>()

  constructor(known: ReadonlyMap<string, Inner>) {
    this.#known = known
  }

  of(id: string): Measure {
    const measured = this.#measured.get(id)
    if (measured) return measured
    // Where a circle is stored, it ends here.
    this.#measured.set(id, { depth: 1, plays: 1 })
    const found = { depth: 1, plays: 1 }
    for (const items of this.#known.get(id)?.versions ?? []) {
      let [plays, head] = [0, 1]
      for (const { storyboardId, weight = 1, tied, slot } of items) {
        if (!tied) head = weight
        const inner = storyboardId ? this.of(storyboardId) : undefined
        // Each screen plays the entries of one place, or the fallback.
        plays += head * Math.max(inner?.plays ?? 1, slot ? mostEntries(slot) : 1)
        found.depth = Math.max(found.depth, (inner?.depth ?? 0) + 1)
      }
      found.plays = Math.max(found.plays, plays)
    }
    this.#measured.set(id, found)
    return found
  }
}

/** Throws NOT_APPROVED for a storyboard whose inner ones have no version that could play; locks those until the commit. */
export async function refuseUnapprovedInner(db: Db, items: readonly Counted[]): Promise<void> {
  const ids = innerIds(items)
  if (ids.length > 0) await requireApproved(db, ids)
}

/** The size of the first storyboard among the items. */
export async function sizeOfFirst(db: Db, items: readonly Counted[]): Promise<Size | undefined> {
  const [first] = await storyboardsOf(db, innerIds(items).slice(0, 1))
  return first
}
