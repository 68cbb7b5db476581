import { sql } from 'kysely'
import { type Bare, createTable } from '#db/migrations/table.ts'

const AT_ONCE = 500

/** Storyboards by schedule: reading every schedule of an organization instead takes longer as it grows. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'schedule_uses')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('storyboardId', 'text', (column) => column.notNull())
    .addColumn('deviceGroupId', 'text', (column) =>
      column.notNull().references('device_groups.id').onDelete('cascade'),
    )
    .addUniqueConstraint('schedule_uses_group', ['deviceGroupId', 'storyboardId'])
    .execute()
  await db.schema.createIndex('schedule_uses_storyboard').on('schedule_uses').column('storyboardId').execute()
  await db.schema
    .alterTable('device_groups')
    .addColumn('listedVersion', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await list(db)
  await db.schema
    .createIndex('device_groups_unlisted')
    .on('device_groups')
    .column('organizationId')
    .where(sql.ref('listedVersion'), '<>', sql.ref('version'))
    .execute()
}

interface Schedule {
  defaultStoryboardId: string | null
  slots: { storyboardId: string }[]
}

async function list(db: Bare): Promise<void> {
  for (let after = ''; ; ) {
    const groups = await db
      .selectFrom('device_groups')
      .select(['id', 'organizationId', 'programme', 'nextProgramme'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, organizationId, programme, nextProgramme } of groups) {
      const schedules = [programme, nextProgramme].flatMap((text) =>
        text === null ? [] : [JSON.parse(text) as Schedule],
      )
      const storyboards = schedules.flatMap(({ defaultStoryboardId, slots }) => [
        defaultStoryboardId,
        ...slots.map(({ storyboardId }) => storyboardId),
      ])
      const uses = [...new Set(storyboards)].flatMap((storyboardId) =>
        storyboardId === null
          ? []
          : [{ id: `${id}.${storyboardId}`, organizationId, deviceGroupId: id, storyboardId }],
      )
      if (uses.length) await db.insertInto('schedule_uses').values(uses).execute()
    }
    const last = groups.at(-1)
    if (!last) break
    after = last.id
  }
  await db
    .updateTable('device_groups')
    .set({ listedVersion: sql.ref('version') })
    .execute()
}
