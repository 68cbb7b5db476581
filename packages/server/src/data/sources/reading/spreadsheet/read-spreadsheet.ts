import type { SourcePreview } from '@vitrine/contract/api/data/sources'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { tableOf, Unreadable } from '#data/sources/reading/table.ts'
import { readSheet, type SheetRows } from './sheet.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

/** Maximum unpacked bytes of a workbook: ten times a large price list. The process that reads it has limits too. */
const UNPACKED_MAX = 60 * 2 ** 20
const ENTRIES_MAX = 2000

/**
 * A sheet of an XLSX workbook as Excel displays it; its first row that isn't empty has the column names. `sheet`: its
 * name; empty: the first visible one. `language`: decides on separators, and formats that depend on the reader.
 */
export async function readSpreadsheet(
  bytes: Buffer,
  { sheet, language }: { sheet: string; language: string },
): Promise<SourcePreview> {
  const { rows, count, unknown } = await read(bytes, sheet, language)
  const [names, ...others] = rows
  if (!names) throw new Unreadable('This sheet has no rows')
  const table = tableOf(
    Array.from(names, (name) => String(name ?? '')),
    others,
  )
  // Rows that aren't kept were only counted.
  const found = Math.max(table.found, count - 1)
  if (unknown === 0) return { ...table, found }
  const note = `Formulas without a result: ${unknown}. Open the file in Excel, and save it, to compute them.`
  return { ...table, found, note }
}

async function read(bytes: Buffer, sheet: string, language: string): Promise<SheetRows> {
  const { zip, entries } = await open(bytes)
  try {
    const workbook = await openWorkbook(zip, entries)
    return await readSheet(workbook, sheetOf(workbook, sheet), language)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable("This isn't an XLSX file, or it is damaged")
  }
}

/** Checks the sizes that the archive declares; reading fails where they are false. */
async function open(bytes: Buffer): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await fromBufferPromise(bytes).catch(() => {
    throw new Unreadable("This isn't an XLSX file. Save the spreadsheet as .xlsx or .csv.")
  })
  if (zip.entryCount > ENTRIES_MAX) throw new Unreadable('This file contains too many parts')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > UNPACKED_MAX) throw new Unreadable('This file is too large unpacked')
  return { zip, entries }
}

/** A hidden sheet must be named, because its authors keep it from readers. */
function sheetOf({ sheets }: Workbook, name: string): Workbook['sheets'][number] {
  const wanted = name.trim().toLowerCase()
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const found = wanted ? sheets.find((each) => each.name.trim().toLowerCase() === wanted) : visible[0]
  if (found) return found
  if (!wanted) throw new Unreadable('All sheets of this file are hidden. Enter the name of one.')
  const names = visible.map((each) => each.name).join(', ')
  throw new Unreadable(`There is no sheet “${name}”. This file has: ${names.slice(0, 300)}`)
}
