import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, SERVER_ROLES, type ServerRole } from '#lib/env.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { roleOf } from './roles.ts'

const source = path.join(import.meta.dirname, '..')
const postgres = process.env.TEST_DATABASE_URL

/** The role that owns each timer of the server; `every`: needed by every process. Includes timers of a single task. */
const TIMERS: Record<string, ServerRole | 'every'> = {
  'app/http/connections.ts': 'every',
  'blobs/s3-bucket.ts': 'every',
  'db/between-servers/notices.ts': 'every',
  'db/embedded/reader.worker.ts': 'every',
  'db/start/one-at-a-time.ts': 'every',
  'operations/jobs/runner.ts': 'jobs',
  // Of one move, while its job runs.
  'operations/moving/run.ts': 'every',
  'content/media/conversions/run.ts': 'every',
  'content/media/photos/photographer.ts': 'jobs',
  // Of one picture.
  'lib/work/browser.ts': 'every',
  'base/outbox/sender.ts': 'jobs',
  'data/sources/refresher.ts': 'jobs',
  'operations/system/warnings.ts': 'every',
  'operations/watch/watchers.ts': 'edge',
  // Feeds requested from this server, and its own reports and log lines.
  'data/widget-data/refreshed.ts': 'every',
  'playback/publisher.ts': 'every',
  'screens/reports/reports.ts': 'every',
  'playback/notices/streams.ts': 'every',
  'playback/clock-watch.ts': 'edge',
  'lib/disk/disk-space.ts': 'every',
  'lib/http/incoming-uploads.ts': 'every',
  'lib/http/certificate.ts': 'every',
  'lib/work/admission.ts': 'every',
  'lib/work/limit-watch.ts': 'every',
  'lib/work/turns.ts': 'every',
}

describe('the work of a server', () => {
  it("has a role for each timer, and can leave a role's timers to others", () => {
    const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$/.test(file))
    const code = new Map(files.map((file) => [file, readFileSync(path.join(source, file), 'utf8')]))
    const timed = files.filter((file) => code.get(file)?.includes('setInterval('))
    expect(timed.sort()).toEqual(Object.keys(TIMERS).sort())
    const bound = timed.filter((file) => TIMERS[file] !== 'every')
    expect(
      bound.filter(
        (file) => !/idle \? undefined : setInterval|if \(idle\) return/.test(code.get(file) ?? ''),
      ),
    ).toEqual([])
  })

  it('is everything unless ROLE limits it, which requires a shared database', () => {
    const DATABASE_URL = 'postgres://localhost/vitrine'
    expect(readSettings({}).ROLE).toEqual(SERVER_ROLES)
    expect(readSettings({ ROLE: 'jobs,edge, api' }).ROLE).toHaveLength(3)
    expect(readSettings({ ROLE: 'edge,api', DATABASE_URL }).ROLE).toEqual(['edge', 'api'])
    expect(() => readSettings({ ROLE: 'edge' })).toThrow(/set DATABASE_URL/)
    expect(() => readSettings({ ROLE: 'web', DATABASE_URL })).toThrow(/ROLE is invalid: must be some of/)
  })
})

describe.runIf(postgres)('servers of one role each', () => {
  const servers = {} as Record<ServerRole, TestServer>
  let admin: Caller
  beforeAll(async () => {
    const env = { BACKUP_AT: 'never' }
    servers.jobs = await TestServer.start({ ...env, ROLE: 'jobs' })
    for (const ROLE of ['api', 'edge'] as const)
      servers[ROLE] = await TestServer.start({ ...env, ROLE }, { beside: servers.jobs })
    admin = await servers.api.organization()
  })
  afterAll(async () => {
    for (const role of ['edge', 'api', 'jobs'] as const) await servers[role]?.close()
  })

  it('answer the calls of their role and no others', async () => {
    const wrong: string[] = []
    for (const { name, route } of routesOf(contract))
      for (const role of SERVER_ROLES) {
        const url = `/api${route.path.replace(/:\w+/g, 'x')}`
        const answer = await servers[role].inject({ method: route.method, url })
        const isMounted = !(
          answer.statusCode === 404 && /Route not found|^$/.test(answer.payload && answer.json().message)
        )
        if (isMounted !== (roleOf(route) === role)) wrong.push(`${name} at ${role}: ${answer.statusCode}`)
      }
    expect(wrong).toEqual([])
    for (const role of SERVER_ROLES)
      expect((await servers[role].inject({ method: 'GET', url: '/api/ready?read' })).statusCode).toBe(200)
  })

  it('work together: a screen at one receives what a user saves at another', async () => {
    const anonymous = servers.edge.as()
    const { code, secret } = await anonymous.api.player.startPairing({ body: { screen: FACTS } })
    await admin.api.devices.claim({ body: { code, name: 'Before' } })
    const { claimed } = await anonymous.api.player.awaitPairing({ body: { secret } })
    const screen = new TestScreen(servers.edge, claimed?.deviceId ?? '', claimed?.token ?? '')
    await screen.open()
    await admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'After' } })
    await expect.poll(async () => (await screen.manifest()).device.name).toBe('After')
    screen.hangUp()
  })

  it('leave a job requested by a user to a server that runs jobs', async () => {
    const superAdmin = await servers.api.signIn()
    const { database } = servers.jobs.services
    expect(await superAdmin.api.backups.take()).toEqual({ started: true })
    const job = () => database.selectFrom('jobs').selectAll().where('id', '=', 'backup').executeTakeFirst()
    expect(await job()).toMatchObject({ startedAt: null })
    await servers.jobs.services.jobs.look()
    await expect.poll(async () => (await job())?.succeededAt).not.toBeNull()
    // Exactly once, although the backup schedule is off.
    await servers.jobs.services.jobs.look()
    expect(servers.jobs.services.jobs.isRunning('backup')).toBe(false)
  })
})
