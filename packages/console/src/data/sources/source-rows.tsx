import { type SourceData, textOf } from '@vitrine/contract/document/source-data'
import type { ReactNode } from 'react'
import styles from './sources.module.css'

interface SourceRowsProps extends Pick<SourceData, 'columns' | 'rows'> {
  /** The table's accessible name. */
  label: string
  /** Renders a value as something other than text. */
  draw?: (text: string, row: number, column: number) => ReactNode
}

/** A source's rows as a table that scrolls in its box, by keyboard, too. */
export function SourceRows({ label, columns, rows, draw }: SourceRowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region is scrolled by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
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
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={index}>
              {columns.map((column, cell) => {
                const text = textOf(row[cell])
                return (
                  <td key={column} dir="auto" title={draw ? undefined : text}>
                    {draw ? draw(text, index, cell) : text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
