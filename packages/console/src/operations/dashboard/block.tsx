import { Button, Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import styles from './dashboard-page.module.css'

/** The state of a block's queries. */
export interface Loaded {
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
}

/** Combines the queries that a block needs. */
export const together = (...calls: readonly Loaded[]): Loaded => ({
  isPending: calls.some(({ isPending }) => isPending),
  isError: calls.some(({ isError }) => isError),
  error: calls.find(({ isError }) => isError)?.error,
  refetch: () => {
    for (const call of calls) if (call.isError) call.refetch()
  },
})

interface BlockProps {
  title: string
  area: 'screens' | 'needs' | 'places' | 'today' | 'recent'
  load: Loaded
  /** Whether there is data to show, even if a refetch failed. */
  has: boolean
  /** Text for an empty block. */
  empty: string
  link?: Pick<LinkProps, 'to' | 'search'> & { label: string }
  /** The expected height, reserved to avoid a layout shift. */
  height: number
  children: ReactNode
}

/** One block of the dashboard, with separate loading, error and empty states. */
export function Block({ title, area, load, has, empty, link, height, children }: BlockProps) {
  return (
    <section className={styles.block} data-area={area} aria-label={title}>
      <header className={styles.blockHead}>
        <h2>{title}</h2>
        {link && (
          <Link to={link.to} search={link.search} className={styles.all}>
            {link.label}
          </Link>
        )}
      </header>
      {has ? children : <Instead load={load} empty={empty} height={height} label={title} />}
    </section>
  )
}

function Instead({
  load,
  empty,
  height,
  label,
}: Pick<BlockProps, 'load' | 'empty' | 'height'> & { label: string }) {
  const { t } = useTranslation()
  if (load.isPending)
    return (
      <div role="status" aria-label={t('table.loading', { list: label })}>
        <Skeleton height={height} radius="md" />
      </div>
    )
  if (!load.isError) return <p className={styles.nothing}>{empty}</p>
  if (load.error instanceof ApiError && load.error.status === 403)
    return <p className={styles.nothing}>{t('page.forbidden')}</p>
  return (
    <div className={styles.nothing} role="alert">
      <p>{t('table.failed')}</p>
      <Button variant="default" size="xs" onClick={() => load.refetch()}>
        {t('failure.retry')}
      </Button>
    </div>
  )
}
