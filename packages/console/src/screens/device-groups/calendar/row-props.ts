import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { SpansOf } from '@vitrine/contract/schedule/schedule'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Edit } from './edit.ts'
import type { Overlay } from './overlays.ts'
import type { Taken } from './use-block-drag.ts'
import type { HolidayNames } from './use-holidays.ts'

/** A slot's block: where it starts. */
export interface BlockPlace {
  groupId: string
  day: string
  index: number
}

/** What all rows share; stable while nothing is dragged. */
export interface Shared {
  nameOf: (storyboardId: string | null) => string | undefined
  storyboardOf: (storyboardId: string) => Storyboard | undefined
  spansOf: SpansOf
  editable: boolean
  begin: (event: PointerEvent<HTMLElement>, taken: Taken) => void
  onKey: (event: KeyboardEvent<HTMLElement>, place: BlockPlace) => void
  onOpen: (place: BlockPlace) => void
  /** The id of the text that explains the keys. */
  hint: string | undefined
}

/** An edit in hand; `isRefused`: it overlaps another slot. */
export type Hand = Edit & { isRefused: boolean }

export interface GroupRowProps {
  group: DeviceGroup
  slots: readonly Slot[]
  days: readonly string[]
  overlays: readonly Overlay[]
  hand: Hand | undefined
  tabStop: string | undefined
  at: number
  holidays: HolidayNames
  /** The name of its time zone, where it isn't the one of most groups. */
  zone: string | undefined
  shared: Shared
}

export interface DayCellProps extends GroupRowProps {
  day: string
  /** Minutes since midnight, today only. */
  now: number | undefined
  isPast: boolean
  /** Slots, by index, whose first block of the row is on this day: it shows their picture. */
  pictured: ReadonlySet<number>
}
