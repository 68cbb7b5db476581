import { queryOptions } from '@tanstack/react-query'
import type { LookupEntry } from '@vitrine/contract/api/content/lookups'
import { SOURCES_LOOKUP } from '@vitrine/contract/document/source-data'
import { api } from '#lib/api.ts'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'
import { clock } from '#lib/clock.ts'

const KEEP_MS = 24 * 60 * 60 * 1000

interface Kept {
  at: number
  data: LookupEntry[]
}

function kept(): Record<string, Kept> {
  const value = readJson(storage, STORED.lookups)
  return typeof value === 'object' && value !== null ? (value as Record<string, Kept>) : {}
}

/** Lists that users edit are never cached. */
const CHANGING: readonly string[] = [SOURCES_LOOKUP]
export const lookupKeepMs = (name: string): number => (CHANGING.includes(name) ? 0 : KEEP_MS)

/** A named list of choices, cached in local storage for a day. */
export const lookupQuery = (name: string) =>
  queryOptions({
    queryKey: ['lookups', name],
    staleTime: lookupKeepMs(name),
    queryFn: async () => {
      if (CHANGING.includes(name)) return (await api.lookups.get({ params: { name } })).data
      const known = kept()[name]
      if (known && clock.now() - known.at < KEEP_MS) return known.data
      const { data } = await api.lookups.get({ params: { name } })
      storage.set(STORED.lookups, JSON.stringify({ ...kept(), [name]: { at: clock.now(), data } }))
      return data
    },
  })

export const clearLookups = (): void => storage.set(STORED.lookups, null)
