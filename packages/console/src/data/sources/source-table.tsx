import type { SourcePreview } from '@vitrine/contract/api/data/sources'
import { useTranslation } from 'react-i18next'
import { numberText } from '#lib/text/format.ts'
import { SourceRows } from './source-rows.tsx'
import styles from './sources.module.css'

/** Rows shown; a screen gets all of them. */
const SHOWN = 50

/** The first rows of a source, as screens receive them. */
export function SourceTable({ table }: { table: SourcePreview }) {
  const { t } = useTranslation()
  const { columns, rows, found, note } = table
  const count = numberText(rows.length)
  return (
    <>
      <p className={styles.note}>
        {found > rows.length
          ? t('sources.cut', { kept: count, found: numberText(found) })
          : t('sources.rowsFound', { count: rows.length })}
      </p>
      {note && <p className={styles.error}>{note}</p>}
      <SourceRows label={t('sources.preview')} columns={columns} rows={rows.slice(0, SHOWN)} />
    </>
  )
}
