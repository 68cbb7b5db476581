/** Keys in local storage. The first six are specified. */
export const STORED = {
  token: 'token',
  refreshToken: 'refreshToken',
  profile: 'profile',
  lookups: 'lookups',
  version: 'version',
  storyboardDraft: 'storyboardDraft',
  designerDrafts: 'designerDrafts',
  designerClipboard: 'designerClipboard',
  caseDraft: 'caseDraft',
  locale: 'locale',
  region: 'region',
  appearance: 'appearance',
  menu: 'menu',
  holidays: 'holidays',
  shortcuts: 'shortcuts',
  viewAs: 'viewAs',
  news: 'news',
  unsaved: 'unsaved',
} as const
export type StoredKey = (typeof STORED)[keyof typeof STORED]

export interface TextStore {
  get(key: StoredKey): string | null
  set(key: StoredKey, value: string | null): void
}

/**
 * Local storage, or memory if the browser blocks it (private windows, blocked site data). Framed consoles also use
 * memory: the embedding page gets a kiosk's session, and must not get another user's.
 */
export const storage: TextStore = isFramed() ? inMemory() : localOrMemory()

export function isFramed(): boolean {
  return typeof window !== 'undefined' && window.parent !== window
}

function inMemory(): TextStore {
  const memory = new Map<StoredKey, string>()
  return {
    get: (key) => memory.get(key) ?? null,
    set: (key, value) => void (value === null ? memory.delete(key) : memory.set(key, value)),
  }
}

function localOrMemory(): TextStore {
  const memory = inMemory()
  return {
    get(key) {
      try {
        return window.localStorage.getItem(key) ?? memory.get(key)
      } catch {
        return memory.get(key)
      }
    },
    set(key, value) {
      try {
        if (value === null) window.localStorage.removeItem(key)
        else window.localStorage.setItem(key, value)
        memory.set(key, null)
      } catch {
        memory.set(key, value)
      }
    },
  }
}

/** Parses stored JSON; unreadable values count as absent. */
export function readJson(store: TextStore, key: StoredKey): unknown {
  try {
    return JSON.parse(store.get(key) ?? 'null')
  } catch {
    return null
  }
}
