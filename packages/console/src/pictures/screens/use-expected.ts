import { useQuery } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { WallPart } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'
import { wallPart } from '@vitrine/contract/player/wall-part'
import { layersAt } from '@vitrine/contract/schedule/layers'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { useNow } from '#lib/use-now.ts'
import { useConditions } from '#queries/condition-rows.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { pageIdOf } from '#queries/pages.ts'
import { shownItems, spansIn, storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { PicturedLayer } from './layered-picture.tsx'
import { planOf } from './plan.ts'

/** The page of a storyboard that a screen should show now. */
export interface ExpectedPage extends Pick<Storyboard, 'type' | 'width' | 'height'> {
  storyboard: string
  pageId: string
  /** Over and beside it, in the order in which they are drawn. */
  layers: PicturedLayer[]
  /** Of a panel of a video wall: the part that it shows of the page and its layers. */
  part?: WallPart
}

/** Groups rarely change, so lists of pictures don't refetch them. */
export const LAZY = { staleTime: 60_000, refetchInterval: false } as const

/** The page that a screen should show now: the reported one, or else the first page of its storyboard. */
export function useExpected(device: Device): ExpectedPage | undefined {
  const now = useNow(60_000)
  const groups = useQuery({
    ...deviceGroupsQuery(),
    ...LAZY,
    enabled: useCan('read', 'device-groups'),
  })
  const storyboards = useQuery({ ...storyboardsQuery(), ...LAZY, enabled: useCan('read', 'storyboards') })
  const items = storyboards.data?.flatMap((storyboard) => storyboard.items) ?? []
  const traits = useConditions(items, now)(device.traits ?? NO_TRAITS)
  return expectedPage(
    { ...device, traits },
    {
      group: groups.data?.find(({ id }) => id === device.deviceGroupId),
      storyboards: storyboards.data ?? [],
      now,
    },
  )
}

interface Known {
  group: (Pick<DeviceGroup, 'schedule' | 'delivery'> & Partial<Pick<DeviceGroup, 'wall'>>) | undefined
  storyboards: readonly Storyboard[]
  now: number
}

export function expectedPage(
  device: Pick<Device, 'connection' | 'playing' | 'storyboardId'> & {
    id?: string
    traits?: ScreenTraits | undefined
  },
  { group, storyboards, now }: Known,
): ExpectedPage | undefined {
  const { connection, playing } = device
  const isHeard = connection === 'online' && playing !== null
  // The takeover's message covers the page.
  if (isHeard && playing.reason === 'takeover' && playing.pageId === null) return undefined
  const heard = isHeard ? playing.storyboardId : null
  const traits: ScreenTraits = device.traits ?? NO_TRAITS
  const planned = planOf(device, group, now, spansIn(storyboards, traits)).now
  const storyboard = storyboards.find(({ id }) => id === (heard ?? planned))
  if (!storyboard) return undefined
  const { type, width, height, items, name } = storyboard
  const zone = group?.schedule.timezone ?? DEFAULT_TIMEZONE
  const item = items[shownItems(storyboard, zone, now, traits)[0] ?? 0]
  const pageId = (heard && playing?.pageId) || (item && pageIdOf(item))
  if (!pageId) return undefined
  // A takeover covers layers.
  const layers =
    heard && playing?.reason === 'takeover' ? [] : expectedLayers(group, storyboards, now, traits)
  const part = partOf(group?.wall, device.id)
  return { type, width, height, storyboard: name, pageId, layers, ...(part && { part }) }
}

/** The part that a screen shows of its group's video wall. */
function partOf(wall: VideoWall | null | undefined, id: string | undefined): WallPart | undefined {
  const place = wall?.screens.findIndex((each) => each !== null && each === id) ?? -1
  return wall && place >= 0 ? wallPart(wall, place) : undefined
}

/** The layers that show now, each with the first page that its storyboard shows on the screen. */
function expectedLayers(
  group: Known['group'],
  storyboards: readonly Storyboard[],
  now: number,
  traits: ScreenTraits,
): PicturedLayer[] {
  if (!group) return []
  const { schedule } = group
  const spansOf = spansIn(storyboards, traits)
  return layersAt(schedule, now, { spansOf, traits }).flatMap(({ name, place, storyboardId }) => {
    const storyboard = storyboards.find(({ id }) => id === storyboardId)
    if (!storyboard) return []
    const { type, items, width, height } = storyboard
    const [first = 0] = shownItems(storyboard, schedule.timezone ?? DEFAULT_TIMEZONE, now, traits)
    const item = items[first]
    return item ? [{ name, place, type, pageId: pageIdOf(item), size: { width, height } }] : []
  })
}
