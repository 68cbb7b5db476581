import { rowPaint } from '@vitrine/contract/document/rows/row-paint'
import { type RowContext, shownRows } from '@vitrine/contract/document/rows/shown-rows'
import { isNamed, lineOf, TYPED_COLUMNS } from '@vitrine/contract/document/sheet-rows'
import type { SourceData } from '@vitrine/contract/document/source-data'
import type { RowRules } from '@vitrine/contract/fields/row-rules'
import { isFilled, type LookedRow, type Row } from './filled-row.ts'

interface Ruled {
  rules: RowRules
  /** The values of the rules, with those of the screen. */
  values: readonly string[]
  sheet: SourceData | undefined
  typed: readonly Row[]
  /** Names, notes, and prices of the typed rows, with their values. */
  cells: readonly string[]
  context: RowContext
  /** The colors of rows without a look, and what is behind them. */
  colors: { color: string; priceColor: string; ground: string }
}

/** The rows of a list as its rules show them. */
export function ruledRows({ rules, values, sheet, typed, cells, context, colors }: Ruled): LookedRow[] {
  const filled = rules.rules?.map((rule, index) => ({ ...rule, value: values[index] ?? '' }))
  const asked = { ...rules, ...(filled && { rules: filled }) }
  const data = sheet
    ? { columns: sheet.columns, rows: sheet.rows.filter(isNamed) }
    : {
        columns: [...TYPED_COLUMNS],
        rows: typed.map((_, index) => cells.slice(index * 3, index * 3 + 3)),
      }
  const line = sheet && lineOf(sheet)
  return shownRows(data, asked, context).flatMap(({ row, index, look }) => {
    const shown = line ? line(row) : typed[index]
    if (!shown || !isFilled(shown)) return []
    const { color, opacity } = rowPaint(look, colors.color, colors.ground)
    const price = rowPaint(look, colors.priceColor, colors.ground)
    return [{ ...shown, look, paint: { color, opacity, price } }]
  })
}
