import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Storyboards and groups read at a time. */
const AT_ONCE = 200

/** Earlier saves of storyboards and schedules, which begin with what is there. */
export async function up(db: Bare): Promise<void> {
  await runStatements(
    db,
    `
create table "saved_versions" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "storyboardId" text references "storyboards" ("id") on delete cascade,
  "deviceGroupId" text references "device_groups" ("id") on delete cascade,
  "version" integer not null,
  "name" text not null,
  "document" text not null,
  "bytes" integer not null,
  "parts" integer not null,
  "savedBy" text not null,
  "savedAt" text not null,
  "request" text not null
) strict;
create index "saved_versions_storyboardId" on "saved_versions" ("storyboardId", "version") where "storyboardId" is not null;
create index "saved_versions_deviceGroupId" on "saved_versions" ("deviceGroupId", "version") where "deviceGroupId" is not null;
create index "saved_versions_organizationId" on "saved_versions" ("organizationId", "bytes");
`,
  )
  await copy(db, 'storyboards', ({ id, name, type, mode, width, height, idleSeconds, audioId, items }) => {
    const pages = JSON.parse(items)
    const document = { name, type, mode, width, height, idleSeconds, audioId, items: pages }
    return { storyboardId: id, deviceGroupId: null, document: JSON.stringify(document), parts: pages.length }
  })
  await copy(db, 'device_groups', ({ id, programme, nextProgramme }) => {
    const { timezone, defaultStoryboardId, slots } = JSON.parse(nextProgramme ?? programme)
    const document = JSON.stringify({ timezone, defaultStoryboardId, slots })
    return { storyboardId: null, deviceGroupId: id, document, parts: slots.length }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: rows of tables as they were at this step
type Row = any

const withBytes = <T extends { document: string }>(content: T) => ({
  ...content,
  bytes: Buffer.byteLength(content.document),
})

async function copy(db: Bare, table: string, contentOf: (row: Row) => { document: string }): Promise<void> {
  for (let after = ''; ; ) {
    const rows: Row[] = await db
      .selectFrom(table)
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    if (rows.length > 0)
      await db
        .insertInto('saved_versions')
        .values(
          rows.map((row) => ({
            id: `first ${row.id}`,
            organizationId: row.organizationId,
            ...withBytes(contentOf(row)),
            ...{ version: row.version, name: row.name, savedBy: '', savedAt: row.updatedAt, request: '' },
          })),
        )
        .execute()
    if (rows.length < AT_ONCE) return
    after = rows.at(-1).id
  }
}
