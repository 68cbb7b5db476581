import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { ApiError } from '#lib/server/transport.ts'
import { FailedList } from './failed-list.tsx'
import { NotFound } from './not-found.tsx'
import styles from './record-view.module.css'

interface RecordViewProps<Data> {
  query: UseQueryResult<Data>
  /** Whether additional data is loading, without which the layout would shift. */
  waits?: boolean
  /** `reload` refetches the record and remounts everything from it, discarding edits. Throws if the request fails. */
  children: (data: Data, reload: () => Promise<void>) => ReactNode
}

/** A page of one record: waits for it, and handles missing and forbidden ones. */
export function RecordView<Data>({ query, waits = false, children }: RecordViewProps<Data>) {
  const [reloads, setReloads] = useState(0)
  const reload = async () => {
    const { error } = await query.refetch()
    if (error) throw error
    setReloads((count) => count + 1)
  }
  if (query.data !== undefined && !waits)
    return <Fragment key={reloads}>{children(query.data, reload)}</Fragment>
  if (query.isPending || (query.data !== undefined && waits))
    return (
      <div className={styles.waiting} role="status">
        <Skeleton height={20} width={220} />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </div>
    )
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />
  return <FailedList error={query.error} retry={() => void query.refetch()} />
}
