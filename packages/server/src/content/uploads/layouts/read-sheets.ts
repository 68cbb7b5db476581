import { FOREIGN, type ForeignSheet } from './foreign-layout.ts'
import { idOf, listOf, looseOf, numberOf, textOf } from './loose.ts'

/** Data sets whose rows are in the export. */
export const readSheets = (list: unknown): ForeignSheet[] =>
  listOf(list)
    .slice(0, FOREIGN.sheets)
    .map(looseOf)
    .flatMap((each) => {
      const id = idOf(each.dataSetId)
      const columns = listOf(each.columns)
        .map(looseOf)
        .sort((a, b) => numberOf(a.columnOrder) - numberOf(b.columnOrder))
        .map(({ heading }) => textOf(heading, FOREIGN.name))
        .filter((heading, at, all) => heading !== '' && all.indexOf(heading) === at)
        .slice(0, FOREIGN.columns)
      const rows = listOf(each.data).slice(0, FOREIGN.rows).map(looseOf)
      if (id === undefined || columns.length === 0 || rows.length === 0) return []
      return [
        {
          id,
          name: textOf(each.dataSet, FOREIGN.name),
          columns,
          rows: rows.map((row) => columns.map((column) => cellOf(row[column]))),
        },
      ]
    })

const cellOf = (value: unknown): string | number | null => {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = textOf(value, FOREIGN.cell)
  return text === '' ? null : text
}
