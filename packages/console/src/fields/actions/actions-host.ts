import type { Action, ActionNames } from '@vitrine/contract/fields/actions'
import { samePageName } from '@vitrine/contract/fields/same-page-name'
import { IP_PATTERN } from '@vitrine/contract/rules'
import type { MediaItem } from '#fields/media-item.ts'
import type { PictureOf } from '#ui/screen/pictured.tsx'

export interface Named {
  id: string
  name: string
}
export interface ZoneChoice extends Named {
  /** The zone's entries, in order; `undefined` for a deleted media item. */
  entries: readonly (MediaItem | undefined)[]
}
export interface DeviceChoice extends Named {
  online: boolean
}

/** The possible action targets. Lists may grow while the form is open. */
export interface ActionsHost {
  storyboards: readonly Named[]
  /** The page being edited comes first, with the id `''`, because it may be unsaved. */
  layouts: readonly Named[]
  /** The media zones of a layout; `''` is the one being edited. `undefined` while they load. */
  zones: (layoutId: string) => readonly ZoneChoice[] | undefined
  /** Loads the zones of a layout that the page doesn't reference yet. */
  needLayout?: (layoutId: string) => void
  devices: readonly DeviceChoice[]
  /** Thumbnails by id. */
  pictures?: Readonly<Record<'storyboard' | 'layout' | 'device', PictureOf>>
  /** Lists that haven't loaded or that the user may not see: their targets are never reported as missing. */
  unknown?: readonly ('storyboards' | 'layouts')[]
  /** Opens a zone's content for editing; absent if that isn't possible. */
  openZone?: (id: string) => void
  /** Previews an unsaved action; resolves when the preview closes. Absent without a page to show. */
  tryIt?: (action: Action) => Promise<void>
}

/** For forms without actions. */
export const NO_ACTIONS: ActionsHost = { storyboards: [], layouts: [], zones: () => [], devices: [] }

/** Resolves ids to the names that sentences use. */
export function namesOf(host: ActionsHost): ActionNames {
  const nameIn = (list: readonly Named[], id: string) => list.find((one) => one.id === id)?.name
  const hasLayouts = !host.unknown?.includes('layouts')
  return {
    storyboard: (id) =>
      nameIn(host.storyboards, id) ?? (host.unknown?.includes('storyboards') ? '' : undefined),
    layout: (id) => nameIn(host.layouts, id) ?? (hasLayouts ? undefined : ''),
    hasLayoutNamed: (name) => !hasLayouts || host.layouts.some((layout) => samePageName(layout.name, name)),
    mediaZone: (layoutId, id) => {
      const zones = host.zones(layoutId)
      const zone = zones?.find((one) => one.id === id)
      if (!zone && layoutId !== '' && (!hasLayouts || !zones))
        return { name: '', entries: Number.POSITIVE_INFINITY }
      return zone && { name: zone.name, entries: zone.entries.length }
    },
    device: (id) => nameIn(host.devices, id),
    isForeignDevice: (target) =>
      !IP_PATTERN.test(target) && host.devices.length > 0 && nameIn(host.devices, target) === undefined,
  }
}
