import type { SkyPlace } from '@vitrine/contract/schedule/sky'
import { stringify } from 'yaml'
import { command } from '#commands/command.ts'
import { matches } from '#commands/names.ts'
import { currentOf, type Organization } from './current.ts'
import { entryOf } from './slots.ts'

const HEAD = `# Screens, groups, tags, and schedules: vitrine apply FILE makes the server equal to this file.
# What isn't in it stays unchanged. The id finds a screen or group that gets another name.
`

export const exportFile = command({
  usage: 'export',
  summary: 'Print the screens, groups, tags, and schedules of the organization, as a file for vitrine apply',
  options: {},
  words: 0,
  async run(api) {
    process.stdout.write(fileOf(await currentOf(api)))
  },
})

function fileOf({ screens, groups, storyboards }: Organization): string {
  const storyboard = referenceTo(storyboards)
  const group = referenceTo(groups)
  const file = {
    groups: groups.toSorted(byName).map(({ id, name, tags, schedule }) => ({
      id,
      name,
      tags: tags ?? [],
      schedule: {
        timezone: schedule.timezone,
        ...(schedule.sky && { place: placeOf(schedule.sky) }),
        ...(schedule.hijriShift && { hijriShift: schedule.hijriShift }),
        default: schedule.defaultStoryboardId && storyboard(schedule.defaultStoryboardId),
        slots: schedule.slots.map((slot) => entryOf(slot, storyboard(slot.storyboardId))),
      },
    })),
    screens: screens.toSorted(byName).map(({ id, name, deviceGroupId, tags }) => ({
      id,
      name,
      group: deviceGroupId && group(deviceGroupId),
      tags: tags ?? [],
    })),
  }
  return HEAD + stringify(file, { lineWidth: 0 })
}

const placeOf = ({ isHanafi, ...place }: SkyPlace) => ({ ...place, ...(isHanafi && { asr: 'hanafi' }) })

interface Named {
  id: string
  name: string
}
const byName = (one: Named, other: Named) =>
  one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1)

/** A thing's name, or its id if that wouldn't find it. */
function referenceTo(things: readonly Named[]) {
  return (id: string) => {
    const name = things.find((each) => each.id === id)?.name
    return name !== undefined && matches(name, things).length === 1 ? name : id
  }
}
