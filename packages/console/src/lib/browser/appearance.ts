import { STORED, storage } from './storage.ts'

export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

export function storedAppearance(): Appearance {
  const stored = storage.get(STORED.appearance)
  return APPEARANCES.find((one) => one === stored) ?? 'system'
}

/** The effective scheme: the choice, or the system's preference. */
export function colorScheme(appearance: Appearance = storedAppearance()): 'light' | 'dark' {
  if (appearance !== 'system') return appearance
  return dark().matches ? 'dark' : 'light'
}

const listeners = new Set<() => void>()

/** Calls `listener` when the scheme may have changed; returns an unsubscribe function. */
export function onColorScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setAppearance(appearance: Appearance): void {
  storage.set(STORED.appearance, appearance === 'system' ? null : appearance)
  apply()
}

function apply(): void {
  document.documentElement.dataset.mantineColorScheme = colorScheme()
  for (const listener of listeners) listener()
}

/** Follows the system and other tabs. public/appearance.js sets the scheme before the first paint. */
export function followAppearance(): void {
  apply()
  dark().addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key === STORED.appearance) apply()
  })
}
