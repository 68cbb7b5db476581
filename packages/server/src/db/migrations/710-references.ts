import { type RawBuilder, sql } from 'kysely'
import { type Bare, createTable } from '#db/migrations/table.ts'

/** Rows with documents per query. */
const AT_ONCE = 20

const KIND: Record<string, string> = {
  ...{ card: 'page', layout: 'page', template: 'page', package: 'media', stream: 'media' },
  ...{ organization: 'organization', storyboard: 'storyboard', floor: 'floor' },
}
const fromKind = sql`case ${sql.join(
  Object.entries(KIND).map(
    ([owner, kind]) => sql`when "ownerKind" = ${sql.lit(owner)} then ${sql.lit(kind)}`,
  ),
  sql` `,
)} end`

/** Kind and id of what references, and of what is referenced. */
const FORMER: Record<string, RawBuilder<unknown>> = {
  media_uses: sql`${fromKind}, "ownerId", 'media', "mediaId" from media_uses`,
  source_uses: sql`${fromKind}, "ownerId", 'source', "nameKey" from source_uses`,
  page_uses: sql`'storyboard', "storyboardId", 'page', "pageId" from page_uses`,
  storyboard_uses: sql`'page', "pageId", 'storyboard', "storyboardId" from storyboard_uses`,
  action_uses: sql`'page', "pageId", 'remote-storyboard', "storyboardId" from action_uses
    where not exists (select 1 from storyboard_uses where storyboard_uses."pageId" = action_uses."pageId"
      and storyboard_uses."storyboardId" = action_uses."storyboardId")`,
  schedule_uses: sql`'device-group', "deviceGroupId", 'storyboard', "storyboardId" from schedule_uses`,
}

/** One table for everything that stored documents reference, in place of one per kind. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'references')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('fromKind', 'text', (column) => column.notNull())
    .addColumn('fromId', 'text', (column) => column.notNull())
    .addColumn('toKind', 'text', (column) => column.notNull())
    .addColumn('toId', 'text', (column) => column.notNull())
    .addUniqueConstraint('references_from', ['organizationId', 'fromId', 'toKind', 'toId'])
    .execute()
  for (const columns of Object.values(FORMER))
    await sql`insert into "references" ("id", "organizationId", "fromKind", "fromId", "toKind", "toId")
      select "id", "organizationId", ${columns}`.execute(db)
  await db.schema
    .createIndex('references_to')
    .on('references')
    .columns(['toId', 'organizationId', 'fromKind', 'fromId'])
    .execute()
  await addUnlisted(db)
  await convertTrash(db)
  for (const name of Object.keys(FORMER)) await db.schema.dropTable(name).execute()
  for (const name of ['pages', 'device_groups']) {
    await db.schema.dropIndex(`${name}_unlisted`).execute()
    await db.schema.alterTable(name).dropColumn('listedVersion').execute()
  }
}

/** Rows that a server of an older version saved during an update. */
async function addUnlisted(db: Bare): Promise<void> {
  for await (const { id, organizationId, document } of unlisted(db, 'pages', ['document']))
    for (const storyboardId of loadedBy(String(document)))
      await add(db, {
        organizationId,
        fromKind: 'page',
        fromId: id,
        toKind: 'remote-storyboard',
        toId: storyboardId,
      })
  for await (const { id, organizationId, programme, nextProgramme } of unlisted(db, 'device_groups', [
    'programme',
    'nextProgramme',
  ]))
    for (const storyboardId of [...scheduledBy(programme), ...scheduledBy(nextProgramme)])
      await add(db, {
        organizationId,
        fromKind: 'device-group',
        fromId: id,
        toKind: 'storyboard',
        toId: storyboardId,
      })
}

const add = (db: Bare, reference: { fromId: unknown; toId: unknown; [column: string]: unknown }) =>
  db
    .insertInto('references')
    .values({ id: `${reference.fromId}.${reference.toId}.${reference.toKind}`, ...reference })
    .onConflict((there) => there.doNothing())
    .execute()

async function* unlisted(db: Bare, table: string, columns: readonly string[]) {
  for (let after = ''; ; ) {
    const rows = (await db
      .selectFrom(table)
      .select(['id', 'organizationId', ...columns])
      .where('id', '>', after)
      .whereRef('listedVersion', '<>', 'version')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()) as { id: string; [column: string]: unknown }[]
    yield* rows
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** The storyboards of all actions in a document, wherever they are; none of one that can't be read. */
function loadedBy(document: string): Set<string> {
  const found = new Set<string>()
  read(document, (value) => {
    const { verb, props } = (value ?? {}) as { verb?: unknown; props?: { storyboardId?: unknown } }
    if (verb === 'LOAD_STORYBOARD' && typeof props?.storyboardId === 'string') found.add(props.storyboardId)
  })
  return found
}

function scheduledBy(schedule: unknown): Set<string> {
  const found = new Set<string>()
  read(String(schedule), (value) => {
    const { defaultStoryboardId, storyboardId } = (value ?? {}) as Record<string, unknown>
    for (const id of [defaultStoryboardId, storyboardId]) if (typeof id === 'string') found.add(id)
  })
  return found
}

function read(text: string, look: (value: unknown) => void): void {
  try {
    JSON.parse(text, (_, value: unknown) => {
      look(value)
      return value
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}

type Row = Record<string, unknown>

/** Deleted rows as they are today, by their former table. */
const CONVERTED: Record<string, (row: Row) => Row> = {
  media_uses: ({ ownerKind, ownerId, mediaId }) => ({
    ...{ fromKind: KIND[String(ownerKind)], fromId: ownerId },
    ...{ toKind: 'media', toId: mediaId },
  }),
  source_uses: ({ ownerKind, ownerId, nameKey }) => ({
    ...{ fromKind: KIND[String(ownerKind)], fromId: ownerId },
    ...{ toKind: 'source', toId: nameKey },
  }),
  page_uses: ({ storyboardId, pageId }) => ({
    ...{ fromKind: 'storyboard', fromId: storyboardId },
    ...{ toKind: 'page', toId: pageId },
  }),
  storyboard_uses: ({ storyboardId, pageId }) => ({
    ...{ fromKind: 'page', fromId: pageId },
    ...{ toKind: 'storyboard', toId: storyboardId },
  }),
  pages: ({ listedVersion: _, ...row }) => row,
  device_groups: ({ listedVersion: _, ...row }) => row,
}

async function convertTrash(db: Bare): Promise<void> {
  for (let after = ''; ; ) {
    const parts = (await db
      .selectFrom('trash_rows')
      .select(['id', 'tableName', 'rows'])
      .where('id', '>', after)
      .where('tableName', 'in', Object.keys(CONVERTED))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()) as { id: string; tableName: string; rows: string }[]
    for (const { id, tableName, rows } of parts) {
      after = id
      const convert = CONVERTED[tableName]
      const former = rowsIn(rows)
      // A damaged copy is reported when someone restores it.
      if (!convert || !former) continue
      const isReference = tableName.endsWith('_uses')
      const own = former.map((row) => ({
        ...(isReference && { id: row.id, organizationId: row.organizationId }),
        ...convert(row),
      }))
      await db
        .updateTable('trash_rows')
        .set({ tableName: isReference ? 'references' : tableName, rows: JSON.stringify(own) })
        .where('id', '=', id)
        .execute()
    }
    if (parts.length < AT_ONCE) return
  }
}

function rowsIn(text: string): Row[] | undefined {
  try {
    return JSON.parse(text) as Row[]
  } catch {
    return undefined
  }
}
