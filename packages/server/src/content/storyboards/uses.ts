import type { UsedBy } from '@vitrine/contract/errors'
import { byName, usersOf } from '#base/references/queries.ts'
import type { Db } from '#db/schema.ts'
import { inUse } from '#lib/errors.ts'

/** Storyboards that this one is inside of, in the version that plays or in the draft, sorted by name. */
export const storyboardsIncluding = async (db: Db, id: string): Promise<UsedBy[]> =>
  byName((await usersOf(db, 'storyboard', [{ id }])).filter(({ kind }) => kind === 'storyboard'))

/** Refuses with the strongest reason: USED_IN_SCHEDULE is for device groups only. */
export function refuseUsed(uses: readonly UsedBy[]): void {
  const by = (kind: UsedBy['kind']) => uses.find((use) => use.kind === kind)
  const [group, takeover, device] = [by('device-group'), by('takeover'), by('device')]
  const [trigger, outer] = [by('trigger'), by('storyboard')]
  const [first] = uses
  if (group) throw inUse('USED_IN_SCHEDULE', `The schedule of ${group.name} plays this storyboard`, uses)
  if (takeover) throw inUse('USED_IN_TAKEOVER', `The takeover ${takeover.name} shows this storyboard`, uses)
  if (device) throw inUse('USED_ON_SCREEN', `The screen ${device.name} was switched to this storyboard`, uses)
  if (trigger) throw inUse('USED_IN_TRIGGER', `The trigger ${trigger.name} shows this storyboard`, uses)
  if (outer) throw inUse('USED_INSIDE', `The storyboard ${outer.name} plays this storyboard`, uses)
  if (first) throw inUse('USED_IN_ACTION', `An action of ${first.name} loads this storyboard`, uses)
}
