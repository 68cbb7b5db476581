import type { Fit, Focus } from '@vitrine/contract/fields/kinds/media-zone'
import { useEffect, useSyncExternalStore } from 'react'

/** How a box shows the film in it. `blur`: of its CSS filter; like the box's size, in the page's pixels. */
export interface BlurredLook {
  width: number
  height: number
  blur: number
  fit: Fit
  focus: Focus
}

/** Code that only pages with certain widgets need. The console loads it when the first of them renders. */
interface LateParts {
  drawingUrl: typeof import('#drawings/drawings.ts').drawingUrl
  followText: typeof import('./fonts/load-fonts.ts').followText
  prayerDays: typeof import('@vitrine/widgets/lazy-code').prayerDays
  qrPath: typeof import('@vitrine/widgets/lazy-code').qrPath
  lazyLanguages: typeof import('@vitrine/widgets/lazy-code').lazyLanguages
  ruledRows: typeof import('@vitrine/widgets/lazy-code').ruledRows
  OpenSite: typeof import('@vitrine/widgets/lazy-code').OpenSite
  Writing: typeof import('@vitrine/widgets/lazy-code').Writing
  PINYIN: typeof import('@vitrine/widgets/pinyin-table').PINYIN
  /** Draws the films in a blurred box at less cost than its filter, as long as that works; the result ends it. */
  blurFilms: (box: HTMLElement, look: BlurredLook) => () => void
}

const LOAD: { [K in keyof LateParts]: () => Promise<Pick<LateParts, K>> } = {
  drawingUrl: () => import('#drawings/drawings.ts'),
  followText: () => import('./fonts/load-fonts.ts'),
  prayerDays: () => import('@vitrine/widgets/lazy-code'),
  qrPath: () => import('@vitrine/widgets/lazy-code'),
  lazyLanguages: () => import('@vitrine/widgets/lazy-code'),
  ruledRows: () => import('@vitrine/widgets/lazy-code'),
  OpenSite: () => import('@vitrine/widgets/lazy-code'),
  Writing: () => import('@vitrine/widgets/lazy-code'),
  // Only screens have it: previews type Latin letters instead.
  PINYIN: () => Promise.reject(new Error('Not available')),
  // Only screens have it: elsewhere, films are drawn frame by frame, or beside better processors.
  blurFilms: () => Promise.reject(new Error('Not available')),
}

let parts: Partial<LateParts> = {}
const loading = new Set<keyof LateParts>()
const waiting = new Set<() => void>()

/** Registers preloaded parts, for the player, whose pages render everything immediately. */
export function provideLazyParts(provided: Partial<LateParts>): void {
  parts = { ...parts, ...provided }
  for (const redraw of waiting) redraw()
}

/** Adds a part that only the player can load. */
export function provideLoader<K extends keyof LateParts>(
  name: K,
  load: () => Promise<Pick<LateParts, K>>,
): void {
  Object.assign(LOAD, { [name]: load })
}

function load<K extends keyof LateParts>(name: K): void {
  if (parts[name] || loading.has(name)) return
  loading.add(name)
  LOAD[name]()
    .then((module) => provideLazyParts({ [name]: module[name] }))
    // The next page that needs it retries.
    .catch(() => {})
    .finally(() => loading.delete(name))
}

const subscribe = (redraw: () => void) => {
  waiting.add(redraw)
  return () => {
    waiting.delete(redraw)
  }
}

/** A lazy part, for a page that re-renders when it arrives. */
export const lazyPart = <K extends keyof LateParts>(name: K): LateParts[K] | undefined => parts[name]

/** A lazy part; `undefined` until it has loaded, and while it isn't needed. */
export function useLazyPart<K extends keyof LateParts>(name: K, isNeeded = true): LateParts[K] | undefined {
  const ready = () => (isNeeded ? parts[name] : undefined)
  const part = useSyncExternalStore(subscribe, ready, ready)
  useEffect(() => {
    if (isNeeded) load(name)
  }, [isNeeded, name])
  return part
}
