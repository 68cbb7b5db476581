import type { Media } from '@vitrine/contract/api/content/media'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import i18next from 'i18next'
import { api } from '#lib/api.ts'
import { queries } from '#lib/query.ts'
import { listText } from '#lib/text/format.ts'
import type { Found } from '#ui/dialog/use-deletion.tsx'
import { whereUsed } from '#ui/dialog/where-used.ts'
import { deviceGroupsQuery } from './device-groups.ts'
import { devicesQuery } from './devices.ts'
import { storyboardsQuery } from './storyboards.ts'

/** Names listed before the rest is counted. */
const NAMED = 5

/** Without permission for a list, skip its part of the effects. */
const orNone = <Item>(list: Promise<readonly Item[]>): Promise<readonly Item[]> => list.catch(() => [])
/** Fresh data: the dialog names the screens' current content. */
const allDevices = () => orNone(queries.fetchQuery({ ...devicesQuery(), staleTime: 0 }))
const allGroups = () => orNone(queries.fetchQuery(deviceGroupsQuery()))
const allStoryboards = () => orNone(queries.fetchQuery(storyboardsQuery()))

type Effect = 'dark' | 'switched' | 'default' | 'playing' | 'disconnected'

/** An effect on screens as a sentence with their names; none without screens. */
function sentence(effect: Effect, screens: readonly Device[]): string[] {
  const { length: count } = screens
  if (count === 0) return []
  const shown = screens.slice(0, count > NAMED ? NAMED - 1 : NAMED).map(({ name }) => name)
  const more = count - shown.length
  const names = listText(more > 0 ? [...shown, i18next.t('delete.moreScreens', { count: more })] : shown)
  return [`${i18next.t(`delete.effects.${effect}`, { count })} ${names}`]
}

const storyboardUse = ({ id, name, type }: Storyboard) => whereUsed({ kind: 'storyboard', id, name, type })
const playing = (devices: readonly Device[], storyboards: readonly string[]) =>
  devices.filter((device) => storyboards.includes(device.playing?.storyboardId ?? ''))

/** The storyboards that use one of these pages, and the screens that play them now. */
async function showing(pageIds: readonly string[]) {
  const [storyboards, devices] = await Promise.all([allStoryboards(), allDevices()])
  const users = storyboards.filter(({ items }) =>
    items.some(({ cardId, layoutId }) => pageIds.includes(cardId ?? layoutId ?? '')),
  )
  const ids = users.map(({ id }) => id)
  return { users, warnings: sentence('playing', playing(devices, ids)) }
}

/** The effects of deleting pages, through the storyboards that use them. */
async function ofPages(pages: readonly { id: string }[]): Promise<Found> {
  const { users, warnings } = await showing(pages.map(({ id }) => id))
  return { usedIn: users.map(storyboardUse), warnings }
}

/** The effects of deleting a file, through the pages that use it. */
async function ofMedia({ id }: Media): Promise<Found> {
  const { usedIn } = await api.media.uses({ params: { id } })
  const { warnings } = await showing(usedIn.map((use) => use.id))
  return { usedIn: usedIn.map(whereUsed), warnings }
}

async function ofStoryboards(deleted: readonly Storyboard[]): Promise<Found> {
  const ids = deleted.map(({ id }) => id)
  const [groups, devices] = await Promise.all([allGroups(), allDevices()])
  const scheduled = groups.filter(
    ({ storyboardId, schedule }) =>
      ids.includes(storyboardId ?? '') || schedule.slots.some((slot) => ids.includes(slot.storyboardId)),
  )
  const switched = devices.filter(({ manualSwitch }) => ids.includes(manualSwitch?.storyboardId ?? ''))
  const uses = [
    ...scheduled.map((group) => ({ kind: 'device-group' as const, id: group.id, name: group.name })),
    ...switched.map((device) => ({ kind: 'device' as const, id: device.id, name: device.name })),
  ]
  return { usedIn: uses.map(whereUsed), warnings: sentence('playing', playing(devices, ids)) }
}

/** Screens of a deleted group have no schedule. */
async function ofGroup({ id }: DeviceGroup): Promise<Found> {
  const members = (await allDevices()).filter(({ deviceGroupId }) => deviceGroupId === id)
  const isSwitched = ({ manualSwitch }: Device) => manualSwitch !== null
  return {
    warnings: [
      ...sentence(
        'dark',
        members.filter((device) => !isSwitched(device)),
      ),
      ...sentence('switched', members.filter(isSwitched)),
    ],
  }
}

async function ofConfiguration({ devices, deviceGroups }: DeviceConfiguration): Promise<Found> {
  const configured = (await allDevices()).filter(
    ({ id, deviceGroupId }) => devices.includes(id) || deviceGroups.includes(deviceGroupId ?? ''),
  )
  return { warnings: sentence('default', configured) }
}

const ofScreens = async (screens: readonly Device[]): Promise<Found> => ({
  warnings: sentence('disconnected', screens),
})

const ofOne =
  <Item>(ofMany: (items: readonly Item[]) => Promise<Found>) =>
  (item: Item) =>
    ofMany([item])

/** Usage and effects on screens of deleting several records, shown in the confirmation. */
export const bulkEffects = { page: ofPages, storyboard: ofStoryboards, device: ofScreens }

/** The same for a single record. */
export const deletionEffects = {
  card: ofOne(ofPages),
  layout: ofOne(ofPages),
  device: ofOne(ofScreens),
  media: ofMedia,
  storyboard: ofOne(ofStoryboards),
  group: ofGroup,
  configuration: ofConfiguration,
}
