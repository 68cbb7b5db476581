import { ALLOWED_SITES_MAX, readSite } from '@vitrine/contract/sites/allowed-sites'
import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'
import { newId } from '#lib/ids.ts'

/** Pages read per query. */
const AT_ONCE = 200

/** Sites that screens may open, initially those that links lead to, and the keys of kiosk machines. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'allowed_sites')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('host', 'text', (column) => column.notNull())
    .addUniqueConstraint('allowed_sites_once', ['organizationId', 'host'])
    .execute()
  await createTable(db, 'machine_keys')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) =>
      column.notNull().unique().references('devices.id').onDelete('cascade'),
    )
    .addColumn('registeredAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('machine_keys_organization')
    .on('machine_keys')
    .column('organizationId')
    .execute()
  await fill(db)
}

async function fill(db: Bare): Promise<void> {
  const sites = new Map<string, Set<string>>()
  for (let after = ''; ; ) {
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'organizationId', 'document'])
      .where('id', '>', after)
      .where('document', 'like', '%-linkURL"%')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, organizationId, document } of pages) {
      after = id
      const found = sites.get(organizationId) ?? new Set()
      sites.set(organizationId, found)
      for (const host of linkedSites(document)) if (found.size < ALLOWED_SITES_MAX) found.add(host)
    }
    if (pages.length < AT_ONCE) break
  }
  for (const [organizationId, hosts] of sites)
    for (const host of hosts)
      await db.insertInto('allowed_sites').values({ id: newId(), organizationId, host }).execute()
}

/** An unreadable document has no links. */
function linkedSites(text: string): string[] {
  try {
    const document = JSON.parse(text) as { config?: { inputs?: { name?: unknown; value?: unknown }[] } }
    return (document.config?.inputs ?? []).flatMap(({ name, value }) =>
      typeof name === 'string' && name.endsWith('-linkURL') && typeof value === 'string'
        ? (readSite(value) ?? [])
        : [],
    )
  } catch {
    return []
  }
}
