/** A layout that another system exported, read from its files: bounded, but not yet judged. */
export interface ForeignLayout {
  name: string
  width: number
  height: number
  /** As written; empty without one. */
  background: string
  regions: ForeignRegion[]
  files: ForeignFile[]
  sheets: ForeignSheet[]
  /** It has actions that people or other systems trigger. */
  hasActions: boolean
}

/** A part of the screen, which shows its widgets one at a time, in order. */
export interface ForeignRegion {
  name: string
  x: number
  y: number
  width: number
  height: number
  z: number
  /** Shown by actions only. */
  isDrawer: boolean
  hasActions: boolean
  hasTransition: boolean
  widgets: ForeignWidget[]
}

export interface ForeignWidget {
  /** Such as `webpage`. */
  kind: string
  /** Seconds; 0 if it isn't known. */
  seconds: number
  /** For as long as a video is. */
  isOwnLength: boolean
  /** As `YYYY-MM-DDThh:mm`; absent without a limit. */
  from?: string | undefined
  until?: string | undefined
  /** Ids of files that it shows, and of those that it plays beside. */
  files: number[]
  sounds: number[]
  options: Record<string, string>
  /** Parts of a canvas, lowest first. */
  elements: ForeignElement[]
  hasActions: boolean
}

export interface ForeignElement {
  kind: string
  x: number
  y: number
  width: number
  height: number
  rotation: number
  properties: Record<string, string>
  file: number | null
}

export interface ForeignFile {
  id: number
  /** For people; and in the zip. */
  name: string
  file: string
  isBackground: boolean
}

/** A data set with its rows. */
export interface ForeignSheet {
  id: number
  name: string
  columns: string[]
  rows: (string | number | null)[][]
}

/** Bounds of what is read of an export. */
export const FOREIGN = {
  regions: 100,
  widgets: 500,
  files: 300,
  sheets: 20,
  rows: 1000,
  columns: 40,
  cell: 2000,
  options: 200,
  /** Characters of an option, and of a name. */
  text: 20_000,
  name: 100,
  elements: 300,
  /** Levels of playlists in playlists. */
  levels: 5,
} as const
