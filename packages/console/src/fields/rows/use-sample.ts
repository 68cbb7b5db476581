import { TYPED_COLUMNS } from '@vitrine/contract/document/sheet-rows'
import type { SourceCell, SourceData } from '@vitrine/contract/document/source-data'
import { useEffect, useState } from 'react'
import type { FieldsHost } from '#fields/control.ts'

/** `isTyped`: its columns are those of a form, with translated names. */
export type Sample = Pick<SourceData, 'columns' | 'rows'> & { isTyped?: boolean }

const NO_ROWS: Sample = { columns: [], rows: [] }

/** The rows that rules are about: those of the data source, or typed ones. Undefined while they load. */
export function useSample(source: string, typed: unknown, host: FieldsHost): Sample | undefined {
  const [loaded, setLoaded] = useState<{ source: string; data: Sample }>()
  const load = host.rows?.load
  useEffect(() => {
    if (source === '') return
    let isCurrent = true
    const take = (data: Sample | undefined) => isCurrent && setLoaded({ source, data: data ?? NO_ROWS })
    load?.(source).then(take, () => take(undefined))
    return () => {
      isCurrent = false
    }
  }, [source, load])
  if (source !== '') return loaded?.source === source ? loaded.data : undefined
  return Array.isArray(typed) ? typedSample(typed) : NO_ROWS
}

const typedSample = (typed: readonly Record<string, SourceCell>[]): Sample => ({
  isTyped: true,
  columns: [...TYPED_COLUMNS],
  rows: typed.map(({ label = '', note = '', price = '' }) => [label, note, price]),
})
