import {
  FILLING_LISTED,
  type FilledScreen as ListedScreen,
  type Filling as Shown,
} from '@vitrine/contract/api/screens/group-rule'
import { type GroupRule, reasonsToTake, takesIn } from '@vitrine/contract/schedule/group-rule'
import type { Db } from '#db/schema.ts'
import { decideScreens, type FilledScreen, type LoadedFilling, loadRules } from './queries.ts'

const ORDER = ['joins', 'leaves', 'waits', 'pinned', 'other'] as const
type ListedState = (typeof ORDER)[number]

/**
 * What a group's rule does as things are now: before `fillGroups` moves screens, who comes and goes. Callers see the names
 * of the screens that they reach.
 */
export async function fillingOf(db: Db, groupId: string, now: number): Promise<Shown> {
  const filling = await loadRules(db, now)
  const rule = filling.groups.get(groupId)?.rule ?? null
  const decided = await decideScreens(db, filling)
  const listed: { state: ListedState; of: FilledScreen }[] = []
  const counts = { matches: 0, joins: 0, leaves: 0, members: 0, hand: 0, waits: 0, pinned: 0, other: 0 }
  for (const of of decided) {
    const matches = rule !== null && takesIn(rule, of.screen, now)
    if (matches) counts.matches++
    if (of.filled.groupId === groupId) counts[of.filled.ruleGroupId === groupId ? 'members' : 'hand']++
    const state = stateIn(of, groupId, matches)
    if (!state) continue
    counts[state]++
    listed.push({ state, of })
  }
  const shown = ORDER.flatMap((state) => listed.filter((each) => each.state === state)).slice(
    0,
    FILLING_LISTED,
  )
  const reached = await reachedAmong(
    db,
    shown.map(({ of }) => of.id),
  )
  return {
    ...counts,
    screens: shown
      .filter(({ of }) => reached.has(of.id))
      .map(({ state, of }) => listedScreen(of, { state, filling, rule })),
  }
}

/** Why a screen is listed; undefined if the rule doesn't concern it, or has nothing to do. */
function stateIn({ screen, filled }: FilledScreen, id: string, matches: boolean): ListedState | undefined {
  const { state, groupId, by } = filled
  if (groupId === id && screen.groupId !== id) return 'joins'
  if (screen.groupId === id && groupId !== id) return 'leaves'
  if (state === 'waits' && by === id) return 'waits'
  if (!matches || groupId === id) return undefined
  return state === 'pinned' ? 'pinned' : 'other'
}

function listedScreen(
  { id, name, screen, filled }: FilledScreen,
  { state, filling, rule }: { state: ListedState; filling: LoadedFilling; rule: GroupRule | null },
): ListedScreen {
  const named = (groupId: string | null) => {
    const group = filling.groups.get(groupId ?? '')
    return group ? { id: group.id, name: group.name } : null
  }
  // Of one that leaves, the rule of the group that it leaves says why; of others, that of the group they go to.
  const to = state === 'waits' ? filled.wanted : filled.groupId
  const because = rule ? reasonsToTake(rule, screen, filling.now).because : []
  return { id, name, state, from: named(screen.groupId), to: named(to), because }
}

async function reachedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
