import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import { type FilesRule, filesKey } from '@vitrine/contract/fields/files-rule'
import { api } from '#lib/api.ts'
import { mediaKey } from './media.ts'

/** The files that a list of a media zone holds now. */
export const listedQuery = (rule: FilesRule) =>
  queryOptions({
    queryKey: [...mediaKey, 'listed', filesKey(rule)],
    queryFn: async ({ signal }) => {
      // As the route reads it; its parsed form is the rule.
      const query = { files: JSON.stringify(rule) } as never
      return (await api.media.listed({ query }, { signal })).media
    },
    staleTime: 30_000,
  })

const listsOf = (results: readonly UseQueryResult<Media[]>[]): readonly (readonly Media[])[] =>
  results.map(({ data }) => data ?? NONE)
const NONE: readonly Media[] = []

/** The files of several lists, by `filesKey`; referentially stable until one of them changes. */
export const useListed = (rules: readonly FilesRule[]): readonly (readonly Media[])[] =>
  useQueries({ queries: rules.map(listedQuery), combine: listsOf })
