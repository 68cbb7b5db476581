import type { SwitchEnd } from '@vitrine/contract/api/screens/manual-switches'
import type { Vitrine } from '#index.ts'
import { now } from '#lib/clock.ts'
import { command, print } from './command.ts'
import { count, find, GROUP, listed, quoted, SCREEN, STORYBOARD } from './names.ts'
import { Refusal, WrongUse } from './refusal.ts'

export const play = command({
  usage: 'play --storyboard NAME (--group NAME | --screen NAME)… [--until next-slot|manual|TIME]',
  summary:
    'Play a storyboard until the next time slot, until someone ends it, or until a time like 18:00 or 2026-12-24T18:00',
  options: {
    storyboard: { type: 'string' },
    group: { type: 'string', multiple: true },
    screen: { type: 'string', multiple: true },
    until: { type: 'string', default: 'next-slot' },
  },
  words: 0,
  async run(api, { values: { storyboard: name, group = [], screen = [], until } }) {
    if (!name) throw new WrongUse('Say what to play: --storyboard NAME')
    if (group.length + screen.length === 0)
      throw new WrongUse('Say where to play it: --group NAME or --screen NAME')
    const end = endOf(until)
    const { storyboards } = await api.storyboards.list({ query: { made: '0' } })
    const { id: storyboardId, name: title } = find(STORYBOARD, name, storyboards)
    const targets = await screensOf(api, group, screen)
    const done: string[] = []
    for (const { id, name } of targets) {
      try {
        await api.devices.switchStory({ params: { id }, body: { storyboardId, ...end } })
      } catch (error) {
        if (done.length === 0) throw error
        const rest = `${count(targets.length - done.length, SCREEN)} of ${targets.length} didn't get it`
        throw new Refusal(`Sent to ${listed(done)}. ${rest}: ${(error as Error).message}`)
      }
      done.push(quoted(name))
    }
    print(`Sent ${quoted(title)} to ${count(done.length, SCREEN)}: ${listed(done)}`)
  },
})

/** The screens of these groups and names, each once. */
async function screensOf(api: Vitrine, groups: string[], names: string[]) {
  const { devices } = await api.devices.list()
  const targets = new Map(names.map((name) => find(SCREEN, name, devices)).map((each) => [each.id, each]))
  if (groups.length > 0) {
    const { devicesGroups } = await api.deviceGroups.list()
    for (const name of groups) {
      const { id, name: title } = find(GROUP, name, devicesGroups)
      const inside = devices.filter(({ deviceGroupId }) => deviceGroupId === id)
      if (inside.length === 0) throw new Refusal(`The group ${quoted(title)} has no screens`)
      for (const each of inside) targets.set(each.id, each)
    }
  }
  return [...targets.values()]
}

function endOf(text: string): { end: SwitchEnd; until?: number } {
  if (text === 'manual' || text === 'next-slot') return { end: text }
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  const time = new Date(hours === undefined ? Date.parse(text) : now())
  if (hours !== undefined) time.setHours(Number(hours), Number(minutes), 0, 0)
  // A time of day that has passed is tomorrow's.
  if (hours !== undefined && time.getTime() <= now()) time.setDate(time.getDate() + 1)
  const isTime = hours === undefined || (Number(hours) < 24 && Number(minutes) < 60)
  if (!isTime || Number.isNaN(time.getTime()))
    throw new WrongUse(`--until is next-slot, manual, or a time like 18:00 or 2026-12-24T18:00, not ${text}`)
  return { end: 'time', until: time.getTime() }
}
