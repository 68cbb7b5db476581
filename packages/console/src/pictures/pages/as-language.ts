import { useSyncExternalStore } from 'react'

/** The language in which designers and previews show pages; undefined: as screens do. */
let chosen: string | undefined
const listeners = new Set<() => void>()

export function showLanguage(language: string | undefined): void {
  chosen = language
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAsLanguage = (): string | undefined => useSyncExternalStore(subscribe, () => chosen)
