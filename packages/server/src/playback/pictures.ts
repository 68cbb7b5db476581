import { Batch } from '#db/batch.ts'
import { inQuickTransaction, presentOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { PicturesTable } from '#db/tables/reporting.ts'

const GATHER_MS = 1000
/** Rows per statement; both engines limit the number of parameters. */
const ROWS = 50

/** The latest screenshot of each screen. It may be lost, so it is stored separately from what people saved. */
export class Pictures {
  readonly #batch: Batch<PicturesTable>

  constructor(database: Db) {
    this.#batch = new Batch((pictures) => save(database, pictures), GATHER_MS)
  }

  add(picture: PicturesTable): Promise<void> {
    return this.#batch.add([picture])
  }

  close(): Promise<void> {
    return this.#batch.close()
  }
}

async function save(database: Db, pictures: readonly PicturesTable[]): Promise<void> {
  const newest = [...new Map(pictures.map((picture) => [picture.id, picture])).values()]
  for (let at = 0; at < newest.length; at += ROWS) {
    const some = newest.slice(at, at + ROWS)
    await inQuickTransaction(database, (tx) => saveSome(tx, some))
  }
}

async function saveSome(tx: Db, pictures: readonly PicturesTable[]): Promise<void> {
  // Drop screenshots of screens that were deleted in the meantime.
  const present = await presentOf(tx, 'devices', pictures)
  const rows = pictures.filter(({ id }) => present.has(id))
  if (rows.length === 0) return
  await tx
    .insertInto('pictures')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        takenAt: ref('excluded.takenAt'),
        width: ref('excluded.width'),
        height: ref('excluded.height'),
        mimetype: ref('excluded.mimetype'),
        image: ref('excluded.image'),
        partial: ref('excluded.partial'),
      })),
    )
    .execute()
}
