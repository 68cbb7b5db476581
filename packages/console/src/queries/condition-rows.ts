import { useQueries } from '@tanstack/react-query'
import { conditionsBy, rowsOfCondition } from '@vitrine/contract/document/conditions'
import type { SourceData } from '@vitrine/contract/document/source-data'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { api } from '#lib/api.ts'

const EVERY_MS = 60_000

/** The rows with a key, as screens get them. */
const rowsQuery = (key: string) => ({
  queryKey: ['condition-rows', key] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SourceData | null> => {
    const { source } = await api.widgetData.source({ query: { name: key } }, { signal })
    return source
  },
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  retry: false,
})

type Conditional = readonly { when?: Condition | undefined }[]

/** The rows that conditions read; undefined while they load, or where there are none. */
export function useConditionRows(items: Conditional): (key: string) => SourceData | undefined {
  const keys = [...new Set(items.flatMap(({ when }) => rowsOfCondition(when)))]
  const found = useQueries({ queries: keys.map(rowsQuery) })
  const rows = new Map(keys.map((key, index) => [key, found[index]?.data ?? undefined]))
  return (key) => rows.get(key)
}

/** The traits of a screen with what conditions say now; unchanged where there are none. */
export function useConditions(items: Conditional, now: number) {
  const rows = useConditionRows(items)
  const has = items.some(({ when }) => when)
  return (traits: ScreenTraits): ScreenTraits =>
    has ? { ...traits, conditions: conditionsBy(rows, now) } : traits
}
