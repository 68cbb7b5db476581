import type { Media } from '@vitrine/contract/api/content/media'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import i18next from 'i18next'
import { api } from '#lib/api.ts'
import { queries } from '#lib/query.ts'
import { listText } from '#lib/text/format.ts'
import type { Found } from '#ui/dialog/use-deletion.tsx'
import { devicesQuery } from './devices.ts'
import { storyboardsQuery } from './storyboards.ts'

/** Names listed before the rest is counted. */
const NAMED = 5

/** Without permission for a list, skip its part of the effects. */
const orNone = <Item>(list: Promise<readonly Item[]>): Promise<readonly Item[]> => list.catch(() => [])
/** Fresh data: the dialog names the screens' current content. */
const allDevices = () => orNone(queries.fetchQuery({ ...devicesQuery(), staleTime: 0 }))
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

/** The effects of deleting pages, through the storyboards that use them. */
async function ofPages(pages: readonly { id: string }[]): Promise<Found> {
  const ids = pages.map(({ id }) => id)
  const [storyboards, devices] = await Promise.all([allStoryboards(), allDevices()])
  const users = storyboards.filter(({ items }) =>
    items.some(({ cardId, layoutId }) => ids.includes(cardId ?? layoutId ?? '')),
  )
  return ofStoryboards(users, devices)
}

/** The effects of deleting a file, through the pages that use it. */
async function ofMedia({ id }: Media): Promise<Found> {
  const { usedIn } = await api.media.uses({ params: { id } })
  return ofPages(usedIn)
}

async function ofStoryboards(deleted: readonly { id: string }[], known?: readonly Device[]): Promise<Found> {
  const devices = known ?? (await allDevices())
  const playing = devices.filter((device) => deleted.some(({ id }) => id === device.playing?.storyboardId))
  return { warnings: sentence('playing', playing) }
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

/** The effects on screens of deleting several records, shown in the confirmation. */
export const bulkEffects = {
  page: ofPages,
  storyboard: (storyboards: readonly { id: string }[]) => ofStoryboards(storyboards),
  device: ofScreens,
}

/** The same for a single record. */
export const deletionEffects = {
  card: ofOne(ofPages),
  layout: ofOne(ofPages),
  device: ofOne(ofScreens),
  media: ofMedia,
  storyboard: ofOne((storyboards: readonly { id: string }[]) => ofStoryboards(storyboards)),
  group: ofGroup,
  configuration: ofConfiguration,
}
