import type { CSSProperties } from 'react'

/** The id of a slot's block on the day it starts. */
export const blockKey = (groupId: string, day: string, index: number): string => `${groupId} ${day} ${index}`

/** A distinct color for every storyboard, the same wherever it plays. */
export function hueOf(storyboardId: string): CSSProperties {
  let hash = 0
  for (const letter of storyboardId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return { '--hue': (hash * 137) % 360 } as CSSProperties
}

export const placeOf = (from: number, to: number): CSSProperties => ({
  insetBlockStart: `${(from / 1440) * 100}%`,
  blockSize: `${((to - from) / 1440) * 100}%`,
})
