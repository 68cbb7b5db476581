import type { Device } from '@vitrine/contract/api/screens/devices'
import { BULK_MAX } from '@vitrine/contract/body-limits'
import { searchKey } from '@vitrine/contract/search-key'
import { GROUP, type Kind, lookUp, matches, quoted, SCREEN } from '#commands/names.ts'
import { Refusal } from '#commands/refusal.ts'
import type { Vitrine } from '#index.ts'
import type { Organization } from './current.ts'
import { groupChanges, type Target } from './plan-groups.ts'
import type { OrganizationFile, Reading, ReadScreen } from './read.ts'
import { scheduleOf } from './schedules.ts'

export type Area = 'devices' | 'deviceGroups'

/** What changes, in words, and the calls that change it, in order. */
export class Plan {
  readonly lines: string[] = []
  readonly steps: (() => Promise<unknown>)[] = []
  readonly areas = new Set<Area>()
  readonly #tags = new Map<string, { area: Area; targets: Target[]; add: string[]; remove: string[] }>()

  add(area: Area, what: string, changes: readonly string[]): void {
    if (changes.length === 0) return
    this.areas.add(area)
    this.lines.push(`${what}: ${changes.join(', ')}`)
  }

  /** Notes what changes for one thing; equal changes become one call. */
  tags(
    area: Area,
    target: Target,
    wanted: readonly string[] | undefined,
    has: readonly string[] = [],
  ): string[] {
    if (!wanted) return []
    const add = difference(wanted, has)
    const remove = difference(has, wanted)
    if (add.length + remove.length === 0) return []
    const key = JSON.stringify([area, add, remove])
    const change = this.#tags.get(key) ?? { area, targets: [], add, remove }
    change.targets.push(target)
    this.#tags.set(key, change)
    return [`tags ${[...add.map((tag) => `+${tag}`), ...remove.map((tag) => `-${tag}`)].join(' ')}`]
  }

  tagSteps(api: Vitrine): void {
    for (const { area, targets, add, remove } of this.#tags.values())
      inParts(this, targets, (ids) => api[area].tagMany({ body: { ids, add, remove } }))
  }
}

/** Compares the file with the server. Changes nothing: schedules are tried in dry runs, which say what screens change. */
export async function planOf(
  api: Vitrine,
  file: OrganizationFile,
  current: Organization,
  at: Reading,
): Promise<Plan> {
  const groups = matched(GROUP, file.groups, current.groups, at).map((each) => ({
    ...each,
    target: each.found ?? { id: '', name: each.entry.name },
    schedule: scheduleOf(each.entry, each.found?.schedule, current, at),
  }))
  const kept = current.groups.filter(({ id }) => !groups.some(({ found }) => found?.id === id))
  const targets = new Map<Target, string>([
    ...kept.map((each) => [each, each.name] as const),
    ...groups.map(({ target, entry }) => [target, entry.name] as const),
  ])
  const named = [...targets].map(([target, name]) => ({ id: target.id, name, target }))
  const screens = matched(SCREEN, file.screens, current.screens, at).flatMap(({ entry, found }) => {
    if (!found) return at.problem(entry.line, missing(entry, current)) ?? []
    const group = entry.group == null ? undefined : lookUp(GROUP, entry.group, named)
    if (typeof group === 'string') return at.problem(entry.line, group) ?? []
    return [{ entry, found, group: entry.group === null ? null : group?.target }]
  })
  at.refuse()

  const plan = new Plan()
  for (const each of groups) await groupChanges(api, plan, each)
  screenChanges(api, plan, screens, targets)
  plan.tagSteps(api)
  return plan
}

interface ScreenEntry {
  entry: ReadScreen
  found: Device
  /** Undefined: it stays where it is. */
  group: Target | null | undefined
}

/** `names`: of groups after the changes. */
function screenChanges(
  api: Vitrine,
  plan: Plan,
  screens: ScreenEntry[],
  names: ReadonlyMap<Target, string>,
): void {
  const moves = new Map<Target | null, Target[]>()
  for (const { entry, found, group } of screens) {
    const isMoved =
      group !== undefined &&
      (group === null ? found.deviceGroupId !== null : group.id !== found.deviceGroupId)
    if (isMoved) moves.set(group, [...(moves.get(group) ?? []), found])
    if (entry.name !== found.name) {
      const body = { name: entry.name, version: found.version }
      plan.steps.push(() => api.devices.update({ params: { id: found.id }, body }))
    }
    plan.add('devices', `screen ${quoted(found.name)}`, [
      ...(entry.name !== found.name ? [`rename to ${quoted(entry.name)}`] : []),
      ...(isMoved
        ? [`group ${nameOf(found.deviceGroup)} → ${nameOf(group && { name: names.get(group) ?? '' })}`]
        : []),
      ...plan.tags('devices', found, entry.tags, found.tags),
    ])
  }
  for (const [group, members] of moves)
    inParts(plan, members, (ids) =>
      api.devices.updateMany({ body: { ids, deviceGroupId: group === null ? null : group.id } }),
    )
}

/** The thing that each entry is about: the one with its id, or else with its name. */
function matched<E extends { line: number; id?: string; name: string }, T extends Target>(
  kind: Kind,
  entries: readonly E[],
  existing: readonly T[],
  at: Reading,
): { entry: E; found: T | undefined }[] {
  const lines = new Map<string, number>()
  return entries.map((entry) => {
    const { id, name, line } = entry
    const [found, ...more] = id ? existing.filter((each) => each.id === id) : matches(name, existing)
    if (id && !found) at.problem(line, `there is no ${kind.one} with the id ${id}`)
    if (more.length > 0) at.problem(line, String(lookUp(kind, name, existing)))
    const key = found?.id ?? name
    const other = lines.get(key)
    if (other) at.problem(line, `line ${other} is about the same ${kind.one}`)
    lines.set(key, line)
    return { entry, found }
  })
}

const missing = ({ name }: ReadScreen, { screens }: Organization) =>
  `${lookUp(SCREEN, name, screens)}. New screens connect with a pairing code`

const difference = (tags: readonly string[], others: readonly string[]) => {
  const keys = new Set(others.map(searchKey))
  return tags.filter((tag) => !keys.has(searchKey(tag)))
}

const nameOf = (thing: { name: string } | null) => (thing ? quoted(thing.name) : 'none')

/** Adds the calls for many things. An item that was refused ends the command. */
function inParts(
  plan: Plan,
  targets: readonly Target[],
  call: (ids: string[]) => Promise<{ refused: { id: string; message: string }[] }>,
): void {
  for (let from = 0; from < targets.length; from += BULK_MAX)
    plan.steps.push(async () => {
      const part = targets.slice(from, from + BULK_MAX)
      const { refused } = await call(part.map(({ id }) => id))
      const [first] = refused
      if (!first) return
      const name = part.find(({ id }) => id === first.id)?.name ?? first.id
      throw new Refusal(`${quoted(name)}: ${first.message}`)
    })
}
