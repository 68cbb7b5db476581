import { sheetRows } from '@vitrine/contract/document/sheet-rows'
import { searchKey } from '@vitrine/contract/search-key'
import type { Host } from '@vitrine/widgets/host'
import { useMemo, useSyncExternalStore } from 'react'
import type { Row } from './filled-row.ts'

/** As many rows as a list can have. */
const MOST = 60

/** The rows of a data source as a list; undefined without one, or until it has loaded. */
export function useSheetRows(name: string, host: Host): readonly Row[] | undefined {
  const source = useMemo(() => host.source(searchKey(name)), [name, host])
  const data = useSyncExternalStore(source.subscribe, source.get, source.get)
  return useMemo(() => (name && data ? sheetRows(data, MOST) : undefined), [name, data])
}
