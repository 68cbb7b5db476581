import { rowPaint } from '@vitrine/contract/document/rows/row-paint'
import { type RowContext, shownRows } from '@vitrine/contract/document/rows/shown-rows'
import { textOf } from '@vitrine/contract/document/source-data'
import type { RowLook, RowRules } from '@vitrine/contract/fields/row-rules'
import { useTranslation } from 'react-i18next'
import { useFieldTexts } from '#fields/field-texts.ts'
import styles from './rules.module.css'
import type { Sample } from './use-sample.ts'

interface RowsPreviewProps {
  sample: Sample
  rules: RowRules
  context: RowContext
}

const SHOWN = 20
const COLUMNS = 8
/** Like a page: dark letters on white, whatever the console's theme. */
const INK = '#1c2024'
const GROUND = '#ffffff'

/** The rows as rules show them now. */
export function RowsPreview({ sample, rules, context }: RowsPreviewProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const shown = shownRows(sample, rules, context)
  const columns = sample.columns.slice(0, COLUMNS)
  return (
    <div className={styles.preview}>
      <p className={styles.note}>{t('rowRules.shown', { shown: shown.length, all: sample.rows.length })}</p>
      {shown.length === 0 ? (
        <p className={styles.none}>{t(sample.rows.length === 0 ? 'rowRules.noRows' : 'rowRules.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
        <section className={styles.scroll} tabIndex={0} aria-label={t('rowRules.preview')}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" dir="auto">
                    {sample.isTyped ? words(column) : column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, SHOWN).map(({ row, index, look }) => (
                <tr key={index} style={look.background ? { background: look.background } : undefined}>
                  {columns.map((column, at) => (
                    <td key={column} dir="auto" style={cellStyle(look)}>
                      {textOf(row[at])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function cellStyle(look: RowLook) {
  const { color, opacity } = rowPaint(look, INK, GROUND)
  return {
    color,
    opacity,
    ...(look.isBold && { fontWeight: 700 }),
    ...(look.isStruck && { textDecorationLine: 'line-through' }),
  }
}
