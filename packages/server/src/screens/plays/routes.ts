import { Readable } from 'node:stream'
import { playSheets, type SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
import { plays } from '@vitrine/contract/api/screens/plays'
import { type Context, feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { csvHead, csvLines } from '#lib/csv.ts'
import { PLAY_COLUMNS } from './csv.ts'
import { sheetOf } from './sheets/sheet.ts'
import { languageOf, sheetPdf } from './sheets/sheet-pdf.ts'
import type { PlayStore } from './store/play-store.ts'

/** Rows per read: a few milliseconds of formatting. */
const AT_ONCE = 200

interface Needs extends Pick<Platform, 'blobs'> {
  playStore: PlayStore
}

export const playsFeature = feature({ ...plays, ...playSheets }, ({ playStore, blobs }: Needs) => ({
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
  sheet: async (context) => {
    const { organizationId, reader } = await ownerOf(context)
    return { sheet: await sheetOf({ playStore }, reader, organizationId, context.query) }
  },
  sheetPdf: async (context) => {
    const { query, session, reply } = context
    const { organizationId, reader } = await ownerOf(context)
    const sheet = await sheetOf({ playStore }, reader, organizationId, query)
    const language = query.language ?? (await languageOf(reader, organizationId))
    const owner = { organizationId, userId: session.userId }
    const pdf = await sheetPdf({ blobs }, reader, owner, { sheet, subject: query, language })
    await reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="report.pdf"')
      .send(Buffer.from(pdf))
  },
}))

/** The organization that a report is of: the caller's own, or the one that a super admin names. */
async function ownerOf({
  query,
  organizationFor,
  tenantReader,
}: Pick<Context, 'organizationFor' | 'tenantReader'> & { query: SheetQuery }) {
  const organizationId = await organizationFor(query.organizationId)
  return { organizationId, reader: tenantReader(organizationId) }
}
