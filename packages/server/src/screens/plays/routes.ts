import { Readable } from 'node:stream'
import { plays } from '@vitrine/contract/api/screens/plays'
import { feature } from '#base/handler.ts'
import { csvHead, csvLines } from '#lib/csv.ts'
import { PLAY_COLUMNS } from './csv.ts'
import type { PlayStore } from './store/play-store.ts'

/** Rows per read: a few milliseconds of formatting. */
const AT_ONCE = 200

export const playsFeature = feature(plays, ({ playStore }: { playStore: PlayStore }) => ({
  list: ({ reader, query }) => playStore.list(reader, query),
  totals: async ({ reader, query }) => ({ totals: await playStore.totals(reader, query) }),
  report: async ({ reader, query }) => ({ report: await playStore.report(reader, query) }),
  export: async ({ reader, query, reply }) => {
    const batches = playStore.every(reader, query, AT_ONCE)
    // A store that is away is an error instead of a file that ends early.
    const first = await batches.next()
    async function* lines() {
      yield csvHead(PLAY_COLUMNS)
      if (!first.done) yield csvLines(PLAY_COLUMNS, first.value)
      for await (const some of batches) yield csvLines(PLAY_COLUMNS, some)
    }
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="plays.csv"')
      .send(Readable.from(lines()))
  },
}))
