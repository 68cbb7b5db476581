import { Unreadable } from '#data/sources/reading/table.ts'
import { watchLimits } from '#lib/work/limit-watch.ts'
import type { GtfsAnswer, GtfsWork } from './fetch-gtfs.ts'
import { readGtfs } from './read-gtfs.ts'

/** Bytes of memory of the whole process, and seconds of processor time: a stop_times.txt of 200 MB takes 6 s. */
const begin = watchLimits({ memory: 400 * 2 ** 20, cpu: 45 })

process.on('message', async (work: GtfsWork) => {
  begin()
  process.send?.(await answerTo(work))
})
process.on('disconnect', () => process.exit())

async function answerTo(work: GtfsWork): Promise<GtfsAnswer> {
  try {
    return { table: await readGtfs(work.path, work) }
  } catch (error) {
    if (error instanceof Unreadable) return { refused: error.message, field: error.field }
    return { refused: "This feed can't be read" }
  }
}
