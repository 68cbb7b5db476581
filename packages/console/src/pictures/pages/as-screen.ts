import { useQuery } from '@tanstack/react-query'
import { screenRows, shownValues } from '@vitrine/contract/document/screen-values'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { useMemo, useSyncExternalStore } from 'react'
import { devicePictureQuery } from '#queries/devices.ts'
import { screenFieldsQuery, valuesOfQuery } from '#queries/screen-values.ts'
import { useCan } from '#ui/work/use-can.ts'

/** The screen whose values designers and previews show; kept while the console is open. */
let chosen: string | undefined
const listeners = new Set<() => void>()

export function showAsScreen(id: string | undefined): void {
  chosen = id
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAsScreen = (): string | undefined => useSyncExternalStore(subscribe, () => chosen)

/** What rules ask about the chosen screen; undefined without one. */
export function useAsTraits(): ScreenTraits | undefined {
  const id = useAsScreen()
  const { data } = useQuery({ ...devicePictureQuery(id ?? ''), enabled: id !== undefined })
  return data ? (data.traits ?? NO_TRAITS) : undefined
}

const NONE: SourceData['rows'] = [[]]

/**
 * The values of the chosen screen; without one, those of a screen that has none. Undefined in organizations without fields.
 * `isNamed`: whether anything shows them.
 */
export function useScreenRows(isNamed: boolean, asScreen: boolean): SourceData | undefined {
  const id = useAsScreen()
  const enabled = useCan('read', 'devices') && isNamed
  const { data: fields } = useQuery({ ...screenFieldsQuery(), enabled })
  const { data } = useQuery({
    ...valuesOfQuery('device', id ?? ''),
    enabled: enabled && asScreen && id !== undefined,
  })
  const held = asScreen && id !== undefined ? data?.values : undefined
  return useMemo(() => {
    if (!fields?.length) return undefined
    return held ? screenRows(shownValues(fields, held)) : { columns: [], rows: NONE, at: 0 }
  }, [fields, held])
}
