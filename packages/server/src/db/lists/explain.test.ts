import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres, refreshStatistics } from '#db/database.ts'
import { useServer } from '#test/harness.ts'

/** Queries of pages in long lists, as listRows and scoped build them. */
const PAGES: [string, string][] = [
  [
    'newest media',
    'media where "cardId" is null and "folderId" is null and "organizationId" = $o order by "createdAt" desc, id desc',
  ],
  [
    'media by name',
    'media where "cardId" is null and "folderId" is null and "organizationId" = $o order by "nameOrder", id',
  ],
  [
    'media by size',
    'media where "cardId" is null and "folderId" is null and "organizationId" = $o order by size desc, id desc',
  ],
  [
    'media of a folder',
    'media where "cardId" is null and "folderId" = \'f\' and "organizationId" = $o order by "createdAt" desc, id desc',
  ],
  [
    'media everywhere',
    'media where "cardId" is null and "organizationId" = $o order by "createdAt" desc, id desc',
  ],
  [
    'media of all organizations',
    'media where "cardId" is null and "folderId" is null order by "createdAt" desc, id desc',
  ],
  ['screens by name', 'devices where "organizationId" = $o order by "nameOrder", id'],
  [
    'screens of a group',
    'devices where "deviceGroupId" = \'g\' and "organizationId" = $o order by "nameOrder", id',
  ],
  [
    'pages by name',
    'pages where kind = \'card\' and "isTemplate" = 0 and "organizationId" = $o order by "nameOrder", id',
  ],
  ['folders', 'folders where "parentKey" = \'f\' and "organizationId" = $o order by "nameOrder", id'],
  ['newest screens', 'devices where "organizationId" = $o order by "createdAt", id'],
  ['screens of all organizations', 'devices order by "nameOrder", id'],
  [
    'screens switched to a storyboard',
    "devices where \"overrideStoryboardId\" = 's' and id > 'a' order by id",
  ],
  [
    'screens planned to switch to a storyboard',
    'planned_switches where "storyboardId" = \'s\' and "deviceId" > \'a\' order by "deviceId"',
  ],
  [
    'groups that play a storyboard',
    '"references" where "toId" = \'s\' and "organizationId" = $o and "fromKind" = \'device-group\' and "fromId" > \'a\' order by "fromId"',
  ],
  [
    'groups whose next schedule has begun',
    'device_groups where "activateAt" <= 9 and ("settledAt" is null or "settledAt" != "activateAt") order by "activateAt"',
  ],
]

describe('pages of long lists', () => {
  const server = useServer()

  it.each(PAGES)('LOAD-06: %s are read in order from an index, never sorted', async (_what, text) => {
    const { database } = server().services
    const { organizationId } = await server().organization()
    const query = sql.raw(`select * from ${text.replace('$o', `'${organizationId}'`)} limit 50`)
    if (isPostgres(database)) {
      const plan = await database.transaction().execute(async (tx) => {
        // The planner sorts small tables despite indexes; this gets the plan for many rows.
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_sort = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        return (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)).rows
      })
      const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
      expect(lines).toContain('Index Scan')
      expect(lines).not.toContain('Sort')
      return
    }
    await refreshStatistics(database)
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database)
    const lines = rows.map(({ detail }) => detail).join('\n')
    expect(lines).toContain('USING INDEX')
    expect(lines).not.toContain('TEMP B-TREE')
  })

  it.each(['is null', "= 'f'"])(
    'LOAD-06: media whose folder %s are counted from an index alone',
    async (folder) => {
      const { database } = server().services
      if (isPostgres(database)) return
      const { organizationId } = await server().organization()
      const query = sql`select count(*) from media where "cardId" is null and "folderId" ${sql.raw(folder)} and "organizationId" = ${organizationId}`
      const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database)
      expect(rows.map(({ detail }) => detail).join('\n')).toContain('USING COVERING INDEX')
    },
  )

  it('unfinished conversions are counted without the others', async () => {
    const { database } = server().services
    if (isPostgres(database)) return
    await refreshStatistics(database)
    const query = sql`select count(*) from conversions where state in (${'waiting'}, ${'running'}) and "organizationId" = ${'o'}`
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database)
    const lines = rows.map(({ detail }) => detail).join('\n')
    expect(lines).toContain('USING COVERING INDEX conversions_by_state (organizationId=? AND state=?)')
  })
})
