/** Names in local storage. The first six are the specified ones; none is used by anything else. */
export const STORED = {
  token: 'token',
  refreshToken: 'refreshToken',
  profile: 'profile',
  lookups: 'lookups',
  version: 'version',
  storyboardDraft: 'storyboardDraft',
  designerDrafts: 'designerDrafts',
  caseDraft: 'caseDraft',
  locale: 'locale',
  appearance: 'appearance',
  menu: 'menu',
} as const
export type StoredKey = (typeof STORED)[keyof typeof STORED]

export interface TextStore {
  get(key: StoredKey): string | null
  set(key: StoredKey, value: string | null): void
}

/** Local storage, or memory where a browser refuses it (private windows, blocked site data). */
export const storage: TextStore = localOrMemory()

function localOrMemory(): TextStore {
  const memory = new Map<StoredKey, string>()
  return {
    get(key) {
      try {
        return window.localStorage.getItem(key) ?? memory.get(key) ?? null
      } catch {
        return memory.get(key) ?? null
      }
    },
    set(key, value) {
      try {
        if (value === null) window.localStorage.removeItem(key)
        else window.localStorage.setItem(key, value)
        memory.delete(key)
      } catch {
        if (value === null) memory.delete(key)
        else memory.set(key, value)
      }
    },
  }
}

/** A stored JSON value; anything unreadable counts as absent. */
export function readJson(store: TextStore, key: StoredKey): unknown {
  try {
    return JSON.parse(store.get(key) ?? 'null')
  } catch {
    return null
  }
}
