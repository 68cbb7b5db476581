import type { SourcePreview } from '@vitrine/contract/api/screens/sources'
import { fromBufferPromise } from 'yauzl'
import { tableOf, Unreadable } from './table.ts'

/** Maximum unpacked bytes of a workbook: ten times a large price list. The process that reads it has limits too. */
const UNPACKED_MAX = 60 * 2 ** 20
const ENTRIES_MAX = 2000
/**
 * Maximum cells of a sheet, including empty ones before its last row and column, because all are kept while reading.
 */
const CELLS_MAX = 10_000_000
/** Maximum length of a cell address as an attribute. */
const ADDRESS_LENGTH = ' r="XFD1048576"'.length

/** A sheet of an XLSX workbook; its first non-empty row has the column names. */
export async function readSpreadsheet(bytes: Buffer, sheet: string): Promise<SourcePreview> {
  await refuseBombs(bytes)
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(bytes).catch(() => {
    throw new Unreadable("This isn't an XLSX file, or it is damaged")
  })
  const found = sheet ? sheets.find((each) => each.sheet.trim() === sheet.trim()) : sheets[0]
  if (!found) {
    const names = sheets.map((each) => each.sheet).join(', ')
    throw new Unreadable(`There is no sheet “${sheet}”. This file has: ${names.slice(0, 300)}`)
  }
  const start = found.data.findIndex((row) => row.some((cell) => cell !== null && cell !== ''))
  const [names, ...rows] = start < 0 ? [] : found.data.slice(start)
  if (!names) throw new Unreadable('This sheet has no rows')
  return tableOf(
    names.map((name) => (name === null ? '' : String(name))),
    rows.map((row) => row.map(displayed)),
  )
}

/** Rounds noise that spreadsheets compute but don't show: 3.3000000000000003. */
const displayed = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(15)) : value

/** Checks the sizes that the archive declares; a false one hits the limits of its process. */
async function refuseBombs(bytes: Buffer): Promise<void> {
  const zip = await fromBufferPromise(bytes).catch(() => {
    throw new Unreadable("This isn't an XLSX file. Save the spreadsheet as .xlsx or .csv.")
  })
  if (zip.entryCount > ENTRIES_MAX) throw new Unreadable('This file contains too many parts')
  const entries = await Array.fromAsync(zip.eachEntry())
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > UNPACKED_MAX) throw new Unreadable('This file is too large unpacked')
  for (const entry of entries) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName)) continue
    refuseFarCells(await farthestCell(await zip.openReadStreamPromise(entry)))
  }
}

/** A single cell, even one with only a color, makes a sheet as large as its row and column. */
function refuseFarCells({ row, column }: { row: number; column: string }): void {
  if (row * columnNumber(column) <= CELLS_MAX) return
  throw new Unreadable(
    `This file has a sheet that reaches to cell ${column}${row}. Delete the empty rows and columns after its data, and save it again.`,
  )
}

/** The last row and the last column with a cell. */
async function farthestCell(xml: AsyncIterable<Buffer>): Promise<{ row: number; column: string }> {
  let row = 0
  let column = ''
  let rest = ''
  for await (const piece of xml) {
    const text = rest + piece.toString('latin1')
    for (const [, letters = '', digits] of text.matchAll(/ r="([A-Z]{1,3})(\d{1,7})"/g)) {
      row = Math.max(row, Number(digits))
      if (columnNumber(letters) > columnNumber(column)) column = letters
    }
    rest = text.slice(-ADDRESS_LENGTH)
  }
  return { row, column }
}

/** 1 for A, 27 for AA. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
