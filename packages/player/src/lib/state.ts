import { requestResult, table, write } from './database.ts'

/** A persistent store of small texts: the device token, the latest parts, the last position. */
export interface State {
  get(key: string): Promise<string | undefined>
  /** Atomic. `undefined` removes a key. */
  set(entries: Record<string, string | undefined>): Promise<void>
  clear(): Promise<void>
}

/** IndexedDB if available, otherwise localStorage, otherwise memory until the next reload. */
export function openState(database: IDBDatabase | undefined): State {
  if (database) return databaseState(database)
  try {
    localStorage.setItem(`${PREFIX}probe`, '1')
    localStorage.removeItem(`${PREFIX}probe`)
    return textState(localStorage)
  } catch {
    return memoryState()
  }
}

/**
 * The token, with which everything else can be downloaded again. Without it, the screen would have to be connected
 * again.
 */
export const MIRRORED_KEY = 'token'

/**
 * Writes precious values to `second`, too, which may fail: browsers delete all of a site's databases when one is
 * damaged.
 */
export function mirroredState(first: State, second: State): State {
  const nothing = () => undefined
  return {
    get: async (key) =>
      (await first.get(key)) ?? (key === MIRRORED_KEY ? second.get(key).catch(nothing) : undefined),
    async set(entries) {
      if (MIRRORED_KEY in entries) await second.set({ [MIRRORED_KEY]: entries[MIRRORED_KEY] }).catch(nothing)
      await first.set(entries)
    },
    async clear() {
      await second.clear().catch(nothing)
      await first.clear()
    },
  }
}

function databaseState(database: IDBDatabase): State {
  return {
    get: (key) => requestResult<string | undefined>(table(database, 'state').get(key)),
    set: (entries) =>
      write(database, ['state'], (transaction) => {
        const state = transaction.objectStore('state')
        for (const [key, value] of Object.entries(entries))
          if (value === undefined) state.delete(key)
          else state.put(value, key)
      }),
    clear: () => write(database, ['state'], (transaction) => transaction.objectStore('state').clear()),
  }
}

const PREFIX = 'vitrine-player.'

function textState(storage: Storage): State {
  return {
    get: async (key) => storage.getItem(PREFIX + key) ?? undefined,
    set: async (entries) => {
      for (const [key, value] of Object.entries(entries))
        if (value === undefined) storage.removeItem(PREFIX + key)
        else storage.setItem(PREFIX + key, value)
    },
    clear: async () => {
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    },
  }
}

export function memoryState(): State {
  const texts = new Map<string, string>()
  return {
    get: async (key) => texts.get(key),
    set: async (entries) => {
      for (const [key, value] of Object.entries(entries))
        if (value === undefined) texts.delete(key)
        else texts.set(key, value)
    },
    clear: async () => texts.clear(),
  }
}

/** Parses stored JSON; undefined if it is missing or invalid. */
export function parseKept<T>(json: string | undefined): T | undefined {
  try {
    return json === undefined ? undefined : (JSON.parse(json) as T)
  } catch {
    return undefined
  }
}
