import { SourceTable } from '@vitrine/contract/api/data/sources'
import { rowsKey, subjectOfKey } from '@vitrine/contract/document/conditions'
import { PHOTO_FIELDS, photoKey, photoOfKey } from '@vitrine/contract/document/photo-key'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { TRIGGER_FIELDS } from '@vitrine/contract/schedule/conditions'
import { searchKey } from '@vitrine/contract/search-key'
import type { Db } from '#db/schema.ts'

/** The change for a source's rows, whether the source exists or not. */
export const sourceChange = (organizationId: string, name: string) =>
  ({ kind: 'source', id: `${organizationId}/${searchKey(name)}` }) as const

export function changedSource(id: string): { organizationId: string; key: string } {
  const slash = id.indexOf('/')
  return { organizationId: id.slice(0, slash), key: id.slice(slash + 1) }
}

/** The change for the state of a trigger, which screens get like the rows of a source. */
export const triggerChange = (organizationId: string, id: string) =>
  sourceChange(organizationId, rowsKey({ of: 'trigger', from: id }))

/** The change for the picture of a web page, whose state screens get like the rows of a source. */
export const photoChange = (organizationId: string, mediaId: string) =>
  ({ kind: 'source', id: `${organizationId}/${photoKey(mediaId)}` }) as const

/** The rows with a key of `rowsKey`, except weather: those of a source, or the state of a trigger or of a picture. */
export async function loadRows(db: Db, key: string, now: number): Promise<SourceData | null> {
  const photo = photoOfKey(key)
  if (photo !== undefined) return loadPhoto(db, photo)
  const subject = subjectOfKey(key)
  if (!subject) return loadSource(db, key)
  return subject.of === 'trigger' ? loadTrigger(db, subject.from, now) : null
}

/** Whether a trigger is raised, and until when: null for no end, or while it isn't. */
async function loadTrigger(db: Db, id: string, now: number): Promise<SourceData | null> {
  const trigger = await db.selectFrom('triggers').select('id').where('id', '=', id).executeTakeFirst()
  if (!trigger) return null
  const raises = await db.selectFrom('trigger_raises').select('until').where('triggerId', '=', id).execute()
  const raised = raises.filter(({ until }) => until === null || until > now)
  const until = raised.some((raise) => raise.until === null)
    ? null
    : Math.max(...raised.map((raise) => raise.until ?? 0))
  return {
    columns: [...TRIGGER_FIELDS],
    rows: [[raised.length > 0, raised.length > 0 ? until : null]],
    at: now,
  }
}

/** Whether a web page has a picture, which one, and when it was taken; no row before the first. */
async function loadPhoto(db: Db, id: string): Promise<SourceData | null> {
  const row = await db
    .selectFrom('web_photos')
    .select([...PHOTO_FIELDS])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const rows = row.sha256 === '' ? [] : [PHOTO_FIELDS.map((field) => row[field])]
  return { columns: [...PHOTO_FIELDS], rows, at: row.takenAt ?? 0 }
}

/** The last good copy of a source; null if no source has this name. `db` is bound to its organization. */
export async function loadSource(db: Db, name: string): Promise<SourceData | null> {
  const row = await db
    .selectFrom('sources')
    .select(['data', 'fetchedAt'])
    .where('nameKey', '=', searchKey(name))
    .executeTakeFirst()
  return row ? { ...SourceTable.parse(JSON.parse(row.data)), at: row.fetchedAt } : null
}
