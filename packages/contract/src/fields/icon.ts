/** A one-color drawing on a square of 24 by 24, drawn as lines. */
export interface Icon {
  name: string
  /** Data of an SVG path. */
  path: string
}

/** Characters of a stored icon. */
export const ICON_MAX = 6000
/** Nothing in it is anything but a name, and commands and numbers of a path. */
const STORED = /^([a-z0-9-]{1,60}) ([MmZzLlHhVvCcSsQqTtAa0-9 .,-]+)$/

/** The stored form: a page contains its icons, so that screens need no set. */
export const storedIcon = ({ name, path }: Icon): string => `${name} ${path}`

/** Undefined for anything else. */
export function readIcon(stored: unknown): Icon | undefined {
  if (typeof stored !== 'string' || stored.length > ICON_MAX) return undefined
  const [, name, path] = STORED.exec(stored) ?? []
  return name !== undefined && path !== undefined ? { name, path } : undefined
}
