import { sql } from 'kysely'
import { type Bare, createTable } from '#db/migrations/table.ts'

const AT_ONCE = 200

/** Storyboards by action: searching every page of an organization instead takes longer as it grows. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'action_uses')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('storyboardId', 'text', (column) => column.notNull())
    .addColumn('pageId', 'text', (column) => column.notNull().references('pages.id').onDelete('cascade'))
    .addUniqueConstraint('action_uses_page', ['pageId', 'storyboardId'])
    .execute()
  await db.schema.createIndex('action_uses_storyboard').on('action_uses').column('storyboardId').execute()
  await db.schema
    .alterTable('pages')
    .addColumn('listedVersion', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await list(db)
  await db.schema
    .createIndex('pages_unlisted')
    .on('pages')
    .column('organizationId')
    .where(sql.ref('listedVersion'), '<>', sql.ref('version'))
    .execute()
}

/** A page without such an action has nothing to list. One that can't be read stays unlisted. */
async function list(db: Bare): Promise<void> {
  const unread: string[] = []
  for (let after = ''; ; ) {
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'organizationId', 'document'])
      .where('id', '>', after)
      .where('document', 'like', '%LOAD_STORYBOARD%')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, organizationId, document } of pages) {
      after = id
      const storyboards = loadedBy(document)
      if (!storyboards) unread.push(id)
      const uses = [...(storyboards ?? [])].map((storyboardId) => ({
        id: `${id}.${storyboardId}`,
        organizationId,
        pageId: id,
        storyboardId,
      }))
      if (uses.length) await db.insertInto('action_uses').values(uses).execute()
    }
    if (pages.length < AT_ONCE) break
  }
  await db
    .updateTable('pages')
    .set({ listedVersion: sql.ref('version') })
    .execute()
  for (const id of unread)
    await db.updateTable('pages').set({ listedVersion: 0 }).where('id', '=', id).execute()
}

/** The storyboards of all actions in a document, wherever they are; undefined if it can't be read. */
function loadedBy(text: string): Set<string> | undefined {
  const found = new Set<string>()
  try {
    JSON.parse(text, (_, value: unknown) => {
      const { verb, props } = (value ?? {}) as { verb?: unknown; props?: { storyboardId?: unknown } }
      if (verb === 'LOAD_STORYBOARD' && typeof props?.storyboardId === 'string') found.add(props.storyboardId)
      return value
    })
    return found
  } catch {
    return undefined
  }
}
