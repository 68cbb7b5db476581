import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { SourceReading } from '@vitrine/contract/api/data/sources'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { previewQuery, sourceRowsQuery } from '#queries/sources.ts'
import { SourceTable } from './source-table.tsx'
import styles from './sources.module.css'

/** Debounces URL input: most URLs typed halfway belong to strangers. */
const PAUSE_MS = 700

interface SourcePreviewProps {
  /** The id of an existing source, whose uploaded file is previewed from the last copy. */
  id?: string
  mayRead: boolean
  /** Whether the last copy shows until there is a preview. */
  showsStored: boolean
}

/** A preview of what the form's source contains, before saving. */
export function SourcePreview({ id, mayRead, showsStored }: SourcePreviewProps) {
  const { t } = useTranslation()
  const values = useWatch() as z.input<typeof SourceReading>
  const parsed = SourceReading.safeParse(values)
  const isWhole = parsed.success && Boolean(parsed.data.file || parsed.data.url)
  const text = isWhole ? JSON.stringify(parsed.data) : ''
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  // While the URL is unchanged, use the last copy instead of downloading again.
  const [saved] = useState(id === undefined ? '' : text)
  const reading = settled === '' || settled === saved ? undefined : (JSON.parse(settled) as SourceReading)
  const preview = useQuery({ ...previewQuery(reading as SourceReading), enabled: mayRead && !!reading })
  const stored = useQuery({
    ...sourceRowsQuery(id ?? ''),
    enabled: id !== undefined && !reading && showsStored,
  })
  const { data, error, isFetching } = reading && mayRead ? preview : stored
  if (!reading && !showsStored) return null
  return (
    <section className={styles.preview} aria-live="polite" aria-busy={isFetching}>
      <h2>{t('sources.preview')}</h2>
      {isFetching && <Loader size="sm" aria-label={t('sources.reading')} />}
      {!isFetching && error && (
        <p className={styles.error}>{reasonOf(error) ?? failureText(error, 'sources.previewFailed')}</p>
      )}
      {!isFetching && !error && data && <SourceTable table={data} />}
      {!isFetching && !error && !data && <p className={styles.note}>{t('sources.previewEmpty')}</p>}
    </section>
  )
}

const reasonOf = (error: Error): string | undefined =>
  error instanceof ApiError ? (error.errors.url ?? error.errors.file ?? error.errors.stop) : undefined
