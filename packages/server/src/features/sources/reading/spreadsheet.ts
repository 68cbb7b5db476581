import type { SourcePreview } from '@vitrine/contract/api/screens/sources'
import { fromBufferPromise } from 'yauzl'
import { tableOf, Unreadable } from './table.ts'

/** What a workbook may unpack to: ten times a large price list. The process that reads it is limited besides. */
const UNPACKED_MAX = 60 * 2 ** 20
const ENTRIES_MAX = 2000

/** A sheet of an XLSX workbook; its first row that says anything names the columns. */
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
    rows,
  )
}

/** By the sizes that the archive claims; a false claim runs into the limits of its process. */
async function refuseBombs(bytes: Buffer): Promise<void> {
  const zip = await fromBufferPromise(bytes).catch(() => {
    throw new Unreadable("This isn't an XLSX file. Save the spreadsheet as .xlsx or .csv.")
  })
  if (zip.entryCount > ENTRIES_MAX) throw new Unreadable('This file contains too many parts')
  let unpacked = 0
  for await (const entry of zip.eachEntry()) unpacked += entry.uncompressedSize
  if (unpacked > UNPACKED_MAX) throw new Unreadable('This file is too large unpacked')
}
