// Not a test: `npm run bench full` runs it, and starts the built server in the folder named by FULL_FOLDER.
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { ALERT_RULES_MAX } from '@vitrine/contract/api/operations/alerts'
import { routesOf } from '@vitrine/contract/route'
import { timeOfMinutes } from '@vitrine/contract/rules'
import Sqlite from 'better-sqlite3'
import { it } from 'vitest'
import type { DeviceGroupsTable } from '#db/tables/devices.ts'
import { TestServer } from '#test/harness.ts'
import { callOf } from './calls.ts'
import { growOrganization } from './grow.ts'
import { seedWorld } from './seed.ts'

const ROWS = Number(process.env.FULL_ROWS ?? 100_000)
const SCHEDULE = 'programme' satisfies keyof DeviceGroupsTable
/** Groups with the largest schedule: with more, the database would have gigabytes. */
const SCHEDULES = 1900
const REPLIES = 2000
const FOLDER = process.env.FULL_FOLDER ?? ''

/** Makes rows as large as calls that write them can. */
function enlarge(file: string, organizationId: string, storyboardId: string): void {
  const database = new Sqlite(file)
  database.pragma('busy_timeout = 10000')
  const run = (text: string, ...values: unknown[]) => database.prepare(text).run(...values)
  const slots = Array.from({ length: 500 }, (_, n) => ({
    ...{ from: timeOfMinutes(2 * n), to: timeOfMinutes(2 * n + 2), storyboardId },
    ...{ startDate: '2026-01-01', endDate: '2030-12-31', event: 'x'.repeat(100) },
  }))
  const schedule = JSON.stringify({ timezone: 'Etc/GMT-2', defaultStoryboardId: storyboardId, slots })
  database.transaction(() => {
    run(
      `update device_groups set ${SCHEDULE} = ? where rowid in
        (select rowid from device_groups where "organizationId" = ? order by id limit ${SCHEDULES})`,
      schedule,
      organizationId,
    )
    for (const table of ['media', 'folders', 'pages', 'storyboards', 'buildings', 'floors', 'devices'])
      run(
        `update ${table} set name = substr(name || ?, 1, 100) where "organizationId" = ?`,
        ' x'.repeat(50),
        organizationId,
      )
    run(
      'update cases set text = ?, facts = ? where "organizationId" = ?',
      'x'.repeat(5000),
      'x'.repeat(2000),
      organizationId,
    )
    const web = JSON.stringify({ address: `https://example.org/${'x'.repeat(1900)}` })
    run(
      `update media set web = ?, mimetype = 'text/x-web-page' where "organizationId" = ? and web is not null`,
      web,
      organizationId,
    )
    const reply = database
      .prepare('select * from case_replies where "organizationId" = ? limit 1')
      .get(organizationId) as Record<string, unknown> | undefined
    const names = Object.keys(reply ?? {})
    const add = database.prepare(
      `insert into case_replies (${names.map((name) => `"${name}"`)}) values (${names.map((name) => `@${name}`)})`,
    )
    for (let n = 0; n < REPLIES; n++)
      add.run({
        ...reply,
        id: `ffffffff-0000-7000-8000-${String(n).padStart(12, '0')}`,
        text: 'x'.repeat(5000),
      })
  })()
  // Rules that watch something would find each screen offline, which is another measurement.
  run('delete from alert_rules where rowid not in (select rowid from alert_rules limit ?)', ALERT_RULES_MAX)
  run("update alert_rules set causes = '[]'")
  database.exec('analyze')
  database.close()
}

it('fills an organization to its limits', { timeout: 3_600_000 }, async () => {
  const server = await TestServer.start()
  const superAdmin = await server.signIn()
  const world = await seedWorld(server, superAdmin)
  const { organizationId, ids } = world
  for (const each of [server.services.jobs, server.services.sources])
    await (each as unknown as { close(): Promise<void> }).close()
  const anyone = await server.user(world.admin)
  const emailOf = async (token: string) => {
    const { profile } = await server.as(token).api.auth.profile()
    return profile.email
  }
  const people: Record<string, string> = { '': await emailOf(anyone.token ?? '') }
  for (const [permission, { token }] of world.people) people[permission] = await emailOf(token ?? '')
  people.admin = world.admin.email
  const file = path.join(server.folder, 'vitrine.db')
  growOrganization(file, organizationId, { from: 1, to: ROWS, shared: 300 })
  enlarge(file, organizationId, ids.storyboards ?? '')
  const calls = []
  for (const [n, { name, route }] of routesOf(contract).entries()) {
    if (typeof route.response === 'string') continue
    const { method, url } = await callOf(name, route, world, n)
    calls.push({ name, method, url })
  }
  await server.services.database.destroy()
  cpSync(server.folder, FOLDER, { recursive: true })
  writeFileSync(
    path.join(FOLDER, 'full.json'),
    JSON.stringify({ ids, organizationId, people, calls, rows: ROWS }),
  )
  await server.close().catch(() => {})
})
