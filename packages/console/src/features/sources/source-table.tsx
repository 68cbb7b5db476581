import type { SourcePreview } from '@vitrine/contract/api/screens/sources'
import { textOf } from '@vitrine/contract/document/source-data'
import { useTranslation } from 'react-i18next'
import { numberText } from '#lib/text/format.ts'
import styles from './sources.module.css'

/** Rows shown; a screen gets all of them. */
const SHOWN = 50

/** The first rows of a source, as screens get them. */
export function SourceTable({ table }: { table: SourcePreview }) {
  const { t } = useTranslation()
  const { columns, rows, found } = table
  const count = numberText(rows.length)
  return (
    <>
      <p className={styles.note}>
        {found > rows.length
          ? t('sources.cut', { kept: count, found: numberText(found) })
          : t('sources.rowsFound', { count: rows.length })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region is scrolled by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('sources.preview')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" dir="auto">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={index}>
                {columns.map((column, cell) => (
                  <td key={column} dir="auto" title={textOf(row[cell])}>
                    {textOf(row[cell])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
