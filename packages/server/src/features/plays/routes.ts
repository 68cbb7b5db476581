import { Readable } from 'node:stream'
import { plays } from '@vitrine/contract/api/screens/plays'
import { feature } from '#features/handler.ts'
import { csvHead, csvLines } from '#lib/csv.ts'
import { PLAY_COLUMNS } from './csv.ts'
import { listPlays, playsAfter, totalsOf } from './queries.ts'

/** The most rows per file, and rows per read. */
const EXPORT_MAX = 200_000
const AT_ONCE = 1000

export const playsFeature = feature(plays, {
  list: ({ db, query }) => listPlays(db, query),
  totals: async ({ db, query }) => ({ totals: await totalsOf(db, query) }),
  export: async ({ db, query, reply }) => {
    async function* lines() {
      yield csvHead(PLAY_COLUMNS)
      let after: Parameters<typeof playsAfter>[2]
      for (let rows = 0; rows < EXPORT_MAX; rows += AT_ONCE) {
        const { plays, last } = await playsAfter(db, query, after, AT_ONCE)
        if (plays.length) yield csvLines(PLAY_COLUMNS, plays)
        if (plays.length < AT_ONCE) return
        after = last
      }
    }
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="plays.csv"')
      .send(Readable.from(lines()))
  },
})
