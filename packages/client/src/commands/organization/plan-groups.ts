import type { DeviceGroup, Schedule } from '@vitrine/contract/api/screens/device-groups'
import { count, quoted, SCREEN } from '#commands/names.ts'
import type { Vitrine } from '#index.ts'
import type { Plan } from './plan.ts'
import type { ReadGroup } from './read.ts'

/** A screen or group to change; a group has no id until it is created. */
export interface Target {
  id: string
  name: string
}

const SLOT = { one: 'time slot', many: 'time slots' }

interface GroupEntry {
  entry: ReadGroup
  found: DeviceGroup | undefined
  target: Target
  schedule: Schedule | undefined
}

export async function groupChanges(
  api: Vitrine,
  plan: Plan,
  { entry, found, target, schedule }: GroupEntry,
): Promise<void> {
  const tags = plan.tags('deviceGroups', target, entry.tags, found?.tags)
  if (found) {
    const changes = await savedChanges(api, plan, found, entry.name, schedule)
    return plan.add('deviceGroups', `group ${quoted(found.name)}`, [...changes, ...tags])
  }
  plan.steps.push(async () => {
    const { deviceGroup } = await api.deviceGroups.create({ body: { name: entry.name, schedule } })
    target.id = deviceGroup.id
  })
  const made = schedule ? `create with ${count(schedule.slots.length, SLOT)}` : 'create'
  plan.add('deviceGroups', `group ${quoted(entry.name)}`, [made, ...tags])
}

/** A dry run refuses what the save would refuse, so nothing is half done. */
async function savedChanges(
  api: Vitrine,
  plan: Plan,
  { id, name: oldName, version, schedule: before }: DeviceGroup,
  name: string,
  schedule: Schedule | undefined,
): Promise<string[]> {
  const isRenamed = name !== oldName
  if (!isRenamed && !schedule) return []
  const call = { params: { id }, body: { name, schedule, version } }
  const { impact } = await api.deviceGroups.update({ ...call, query: { dryRun: 'true' } })
  plan.steps.push(() => api.deviceGroups.update(call))
  const renamed = isRenamed ? [`rename to ${quoted(name)}`] : []
  if (!schedule) return renamed
  const slots = `schedule changes (${count(schedule.slots.length, SLOT)}, before ${before.slots.length})`
  const dark = impact?.nothing
  return [
    ...renamed,
    slots,
    `${count(impact?.changes ?? 0, SCREEN)} would play something else`,
    ...(dark
      ? [
          `${count(dark.screens, SCREEN)} would have nothing to show from ${new Date(dark.from).toISOString()}`,
        ]
      : []),
  ]
}
