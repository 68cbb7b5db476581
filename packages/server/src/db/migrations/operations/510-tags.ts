import { sql } from 'kysely'
import { type Bare, createTable } from '#db/migrations/table.ts'

const OWNERS = { mediaId: 'media', pageId: 'pages', storyboardId: 'storyboards', deviceId: 'devices' }

/** Short words of an organization, and the things that have them: one column per kind, of which one is set. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'tags')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addUniqueConstraint('tags_name', ['organizationId', 'nameKey'])
    .execute()
  const owners = Object.entries(OWNERS)
  await owners
    .reduce(
      (table, [column, parent]) =>
        table.addColumn(column, 'text', (one) => one.references(`${parent}.id`).onDelete('cascade')),
      createTable(db, 'tag_uses')
        .addColumn('organizationId', 'text', (column) =>
          column.notNull().references('organizations.id').onDelete('cascade'),
        )
        .addColumn('tagId', 'text', (column) => column.notNull().references('tags.id').onDelete('cascade')),
    )
    .execute()
  for (const [column, parent] of owners) {
    const index = (name: string) => db.schema.createIndex(`tag_uses_${name}`).on('tag_uses')
    // Partial: the column is null in most rows.
    await index(`of_${parent}`)
      .unique()
      .columns([column, 'tagId'])
      .where(sql.ref(column), 'is not', null)
      .execute()
    await index(parent).columns(['tagId', column]).where(sql.ref(column), 'is not', null).execute()
  }
  await db.schema.createIndex('tag_uses_organization').on('tag_uses').column('organizationId').execute()
}
