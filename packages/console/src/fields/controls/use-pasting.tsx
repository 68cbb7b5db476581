import { Button } from '@mantine/core'
import type { Fields } from '@vitrine/contract/fields/field'
import type { Values } from '@vitrine/contract/fields/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldTexts } from '#fields/field-texts.ts'
import { pasteCells } from './paste-cells.ts'
import styles from './pasting.module.css'

interface Table {
  columns: Fields
  rows: readonly Values[]
  max: number
  onChange: (rows: readonly Values[]) => void
}

/** Pastes cells into a table, and what to show below it while a paste can be taken back. */
export function usePasting({ columns, rows, max, onChange }: Table) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const [replaced, setReplaced] = useState<{ before: readonly Values[]; after: readonly Values[] }>()
  const paste = (row: number, column: number, text: string) => {
    const labels = Object.values(columns).map(({ label }) => words(label))
    const after = pasteCells(rows, columns, { row, column }, text, { max, labels })
    onChange(after)
    setReplaced({ before: rows, after })
  }
  const isShown = replaced !== undefined && replaced.before.length > 1 && sameRows(replaced.after, rows)
  const note = isShown && (
    <p className={styles.note} role="status">
      {t('fields.table.pasted', { count: rows.length })}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(replaced.before)}>
        {t('fields.table.unpaste')}
      </Button>
    </p>
  )
  return { paste, note }
}

/** Owners can copy the rows that they are given. */
const sameRows = (one: readonly Values[], other: readonly Values[]): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
