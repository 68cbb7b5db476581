import { watchLimits } from '#lib/work/limit-watch.ts'
import { readCalendar } from './calendar/read-calendar.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json.ts'
import type { SourceAnswer, SourceWork } from './read-source.ts'
import { readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { Unreadable } from './table.ts'

/** Limits of the whole process per source: bytes of memory, and seconds of processor time. */
const begin = watchLimits({ memory: 400 * 2 ** 20, cpu: 5 })

process.on('message', async (work: SourceWork) => {
  begin()
  process.send?.(await answerTo(work))
})
process.on('disconnect', () => process.exit())

async function answerTo(work: SourceWork): Promise<SourceAnswer> {
  const bytes = Buffer.from(work.bytes, 'base64')
  const { kind, contentType, path } = work
  try {
    if (kind === 'json') return { table: readJson(bytes, contentType, path) }
    if (kind === 'xlsx') return { table: await readSpreadsheet(bytes, work) }
    if (kind === 'ical') return { table: readCalendar(bytes, contentType, work) }
    return { table: readCsv(bytes, contentType) }
  } catch (error) {
    return { refused: error instanceof Unreadable ? error.message : "This document can't be read" }
  }
}
