import { readFileSync } from 'node:fs'
import { contract } from '@vitrine/contract'
import { AUDIT_CHANGES_BYTES, AUDIT_TEXT_MAX } from '@vitrine/contract/api/operations/audit'
import { auditedAs } from '@vitrine/contract/audited'
import { type Route, routesOf, writes } from '@vitrine/contract/route'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { TRANSACTION_STEPS } from '#app/mount.ts'
import { isPostgres } from '#db/database.ts'
import { SUBJECTS } from '#operations/audit/subjects.ts'
import { verifyAudit } from '#operations/audit/verify.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'
import { FACTS } from '#test/screen.ts'
import { form, picture, uploadOne } from '#test/uploads.ts'
import { orderOf } from './scale/answered.ts'
import { callOf } from './scale/calls.ts'
import { growOrganization } from './scale/grow.ts'
import { seedWorld, type World } from './scale/seed.ts'

const all = routesOf(contract)
const writing = all.filter(({ route }) => writes(route))

/** Routes whose calls need another server, a film, or minutes: their entries are left by the same step. */
const UNCALLED: Record<string, string> = {
  'deckVersions.restore': 'needs a deck that was replaced, which is converted for seconds',
  'decks.replace': 'needs a deck that was converted',
  'archives.import': 'needs an upload of a super admin; tried where archives are',
  'layoutImports.import': 'needs an export: importing.test.ts',
  'videoCopies.make': 'needs a video',
  'conversions.confirm': 'needs a conversion that asks',
  'captions.save': 'needs a video',
  'captions.remove': 'needs a video',
  'player.takeOver': 'needs a screen that moves to another address',
  'passkeys.create': 'needs a console with a name: passkeys.test.ts',
  'passkeys.login': 'needs a console with a name: passkeys.test.ts',
  'providerLogin.enter': 'needs a provider',
  'providerLogin.logout': 'needs a provider',
  'machines.sendLog': 'needs a machine that was set up',
}

type Sent = Parameters<Caller['call']>

it('leaving an entry is the last step in the transaction of every writing call', () => {
  expect(TRANSACTION_STEPS.map(({ name }) => name)).toEqual([
    'readBefore',
    'handle',
    'refuseOutsideFolders',
    'refuseUnapproved',
    'keepVersions',
    'leaveEntry',
  ])
})

it('every route that writes, or leaves an entry without writing, has names in the audit log', () => {
  const named = all.filter(({ route }) => writes(route) || route.audited)
  expect(named.filter(({ name }) => !auditedAs(name)).map(({ name }) => name)).toEqual([])
})

describe('the audit log', () => {
  const server = useServer()
  let world: World
  let superAdmin: Caller
  let isGrown = false

  beforeAll(async () => {
    superAdmin = await server().signIn()
    world = await seedWorld(server(), superAdmin)
    // Bulk calls name copies, which a second connection to the file makes.
    const { database } = server().services
    if (!isPostgres(database))
      growOrganization(`${server().folder}/vitrine.db`, world.organizationId, { from: 1, to: 10 })
    isGrown = !isPostgres(database)
  }, 120_000)

  const entries = () =>
    server().services.database.selectFrom('audit_entries').selectAll().orderBy('at').orderBy('id').execute()

  /** Calls for which those of the other laws aren't enough. */
  const own: Record<string, () => Promise<{ as: Caller; sent: Sent }>> = {
    'devices.claim': async () => {
      const { code } = await server()
        .as()
        .api.player.startPairing({ body: { screen: FACTS } })
      return { as: world.admin, sent: ['POST', '/devices/claim', { code, name: 'Entrance' }] }
    },
    'devices.replace': async () => {
      const { code } = await server()
        .as()
        .api.player.startPairing({ body: { screen: FACTS } })
      const id = (await samples.devices?.make(world.admin, superAdmin)) ?? ''
      return { as: world.admin, sent: ['POST', `/devices/replace/${id}`, { code }] }
    },
    'machines.register': async () => ({
      as: server().as(world.screen.token),
      sent: ['POST', '/player/machine', { key: 'ab'.repeat(32) }],
    }),
    'triggerCalls.fire': async () => ({ as: server().as(), sent: ['POST', await triggerPath(), {}] }),
    'triggerCalls.open': async () => ({ as: server().as(), sent: ['GET', await triggerPath()] }),
    'approvals.decide': async () => {
      const id = (await samples.approvals?.make(world.admin, superAdmin)) ?? ''
      const { state } = await world.admin.api.approvals.get({ params: { id } })
      const body = { changes: [{ id, state }], decision: 'rejected' }
      return { as: world.admin, sent: ['POST', '/approvals/decide', body] }
    },
    'buildings.remove': async () => removal('buildings', '/buildings'),
    'media.removeFolder': async () => removal('folders', '/media/folders'),
    'layouts.remove': async () => removal('layouts', '/layout'),
    'storyboards.remove': async () => removal('storyboards', '/storyboards'),
    'organizations.remove': async () => {
      const body = samples.organizations?.body?.(77_001) as never
      const { organization } = await superAdmin.api.organizations.create({ body })
      return { as: superAdmin, sent: ['DELETE', `/organizations/${organization.id}`, {}] }
    },
    'secondFactor.confirm': async () => {
      const as = await server().user(world.admin)
      const { secret } = await as.api.secondFactor.begin({ body: { currentPassword: 'password-1' } })
      secrets.add(secret)
      const totp = new TOTP({ secret: Secret.fromBase32(secret) })
      const code = totp.generate({ timestamp: server().clock.now() })
      return { as, sent: ['POST', '/auth/second-factor/confirm', { code }] }
    },
    'sessions.endOthers': async () => ({
      as: await server().user(world.admin),
      sent: ['POST', '/auth/sessions/end-others', {}],
    }),
    'auth.verifyEmail': async () => ({
      as: server().as(),
      sent: ['GET', `/auth/email/verify/${await codeFor('/auth/email/send', 'email')}`],
    }),
    'auth.verifyPassword': async () => ({
      as: server().as(),
      sent: [
        'POST',
        '/auth/password/verify',
        { code: await codeFor('/auth/password/reset', 'reset'), password: CANARIES.password },
      ],
    }),
    'auth.verifyMobile': async () => {
      const as = await server().user(world.admin)
      const mobile = '+491701234599'
      await as.call('POST', '/auth/mobile/send-code', { mobile })
      const row = await server()
        .services.database.selectFrom('outbox')
        .select('text')
        .where('recipient', '=', mobile)
        .executeTakeFirstOrThrow()
      const code = /\d{6}/.exec(row.text)?.[0]
      return { as, sent: ['POST', '/auth/mobile/verify', { mobile, code }] }
    },
    'mediaVersions.restore': async () => {
      const { id } = await uploadOne(world.admin)
      const file = form([{ name: 'b.png', content: await picture('green') }])
      await world.admin.call('POST', `/media/${id}/file`, file)
      const [last] = (await world.admin.api.mediaVersions.list({ params: { id } })).versions
      return { as: world.admin, sent: ['POST', `/media/${id}/versions/${last?.version}/restore`, {}] }
    },
    'users.import': async () => sheet('/user', 'First name,Last name,Email\nA,B,sheet@law.test'),
    'buildings.import': async () => sheet('/buildings', 'Building,Location,Floor\nFrom a sheet,Here,Ground'),
    'devices.import': async () => sheet('/devices', 'Name\nFrom a sheet'),
    'webhooks.replay': async () => {
      const id = (await samples.webhooks?.make(world.admin, superAdmin)) ?? ''
      await world.admin.api.webhooks.test({ params: { id } })
      const [delivery] = (await world.admin.api.webhooks.deliveries({ params: { id } })).deliveries
      return { as: world.admin, sent: ['POST', `/webhooks/${id}/deliveries/${delivery?.id}/replay`, {}] }
    },
    'devices.cancelPlanned': async () => {
      const id = (await samples.plannedSwitches?.make(world.admin, superAdmin)) ?? ''
      return { as: world.admin, sent: ['POST', '/devices/cancel-planned', { ids: [id] }] }
    },
  }

  const sheet = (path: string, text: string): { as: Caller; sent: Sent } => ({
    as: world.admin,
    sent: ['POST', `${path}/import`, { content: btoa(text) }],
  })

  const removal = async (entity: string, path: string): Promise<{ as: Caller; sent: Sent }> => ({
    as: world.admin,
    sent: ['DELETE', `${path}/${await samples[entity]?.make(world.admin, superAdmin)}`, {}],
  })

  const triggerPath = async () => {
    const [{ id: storyboardId }, { id: deviceGroupId }] = [
      await makeStoryboard(world.admin, { approve: true }),
      await makeGroup(world.admin),
    ]
    const body = { name: `Door ${storyboardId}`, deviceGroupId, storyboardId, allowsGet: true }
    return `/trigger/${(await world.admin.api.triggers.create({ body })).secret}`
  }

  /** A code that was sent to a new person by email. */
  const codeFor = async (path: string, kind: 'email' | 'reset') => {
    const email = `${kind}-sent@law.test`
    const body = { ...samples.users?.body?.(88_000 + kind.length), email, role: '1' }
    await world.admin.api.users.create({ body: body as never })
    await server().as().call('POST', path, { email })
    const rows = await server()
      .services.database.selectFrom('outbox')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .execute()
    const code = /code=([\w-]+)/.exec(rows.map(({ text }) => text).join('\n'))?.[1]
    if (!code) throw new Error(`No code was sent: ${JSON.stringify(rows)}`)
    return code
  }

  /** Values that must be in no entry. */
  const CANARIES = {
    password: 'canary-password-1',
    webhook: 'https://hooks.example.org/services/canary-in-path?key=canary-in-query',
    source: 'https://data.example.org/private-canary/basic.ics?token=canary-in-query',
  }
  const secrets = new Set<string>(['password-1', 'first-sign-in-1', 'canary', '$argon2', 'sealed:'])

  it('gets exactly one entry of every writing call, and none of a refused one', async () => {
    const missing: string[] = []
    const sorted = writing
      .filter(({ name }) => !(name in UNCALLED))
      .sort((one, other) => orderOf(one.route) - orderOf(other.route))
    for (const [n, { name, route }] of sorted.entries()) {
      const special = await own[name]?.()
      const call = special ? injected(special.as, special.sent) : await callOf(name, route, world, 500 + n)
      await server().services.publisher.idle()
      const before = await entries()
      const { statusCode, body } = await server().inject(call)
      const known = new Set(before.map(({ id }) => id))
      const added = (await entries()).filter(({ id }) => !known.has(id))
      rememberSecrets(body)
      if (statusCode >= 400) {
        expect(added, name).toEqual([])
        missing.push(`${name}: ${statusCode} ${body.slice(0, 200)}`)
        continue
      }
      const actions = added.map(({ action }) => action)
      expect(actions, name).toEqual([name])
      const [entry] = added
      if (!entry) continue
      expect(entry).toMatchObject({ ...auditedAs(name), address: '127.0.0.1' })
      expect(entry.request).not.toBe('')
      expect(entry.actorKind, name).toBe(actorOf(route, name, call.headers.authorization))
      if (entry.actorKind !== 'anyone') expect(entry.actorName, name).not.toBe('')
    }
    const lacksCopies = (one: string) => !isGrown && /: 404 |refers to something/.test(one)
    expect(missing.filter((one) => !lacksCopies(one))).toEqual([])
  }, 240_000)

  const actorOf = ({ who }: Route, name: string, authorization = '') => {
    if (name.startsWith('triggerCalls.')) return 'trigger'
    if (who === 'device') return 'screen'
    if (KNOWN_BY_CODE.includes(name)) return 'person'
    if (who === 'public') return 'anyone'
    const isOperator = authorization.includes(superAdmin.token) && !IN_OWN_LOG.includes(name)
    return isOperator ? 'operator' : 'person'
  }
  const KNOWN_BY_CODE = ['auth.login', 'auth.verifyEmail', 'auth.verifyPassword']
  /** Calls of a super admin that are about no other organization. */
  const IN_OWN_LOG = ['organizations.remove']

  const injected = ({ token }: Caller, [method, path, body]: Sent) => ({
    method: method as 'POST',
    url: `/api${path}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    } as Record<string, string>,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })

  const SECRET =
    /"(?:token|refreshToken|mediaToken|secret|signingSecret|webhookSecret|key|code)":"([^"]{6,})"/g
  const RECOVERY_CODE = /\b[a-z2-9]{5}-[a-z2-9]{5}(?=")/g
  const rememberSecrets = (body: string) => {
    for (const [, secret = ''] of body.matchAll(SECRET)) secrets.add(secret)
    for (const [code] of body.matchAll(RECOVERY_CODE)) secrets.add(code)
  }

  it('has no secret of bodies, answers, or addresses, and neither have its exports and the server’s log', async () => {
    const { admin } = world
    const alert = { name: 'Hook', causes: ['offline'], minutes: 5, emails: [], webhook: CANARIES.webhook }
    expect((await admin.call('POST', '/alerts', alert)).status).toBe(201)
    const told = { name: 'Chat', address: CANARIES.webhook, topics: ['media'] }
    expect((await admin.call('POST', '/webhooks', told)).status).toBe(201)
    const source = { name: 'Holidays', kind: 'calendar', url: CANARIES.source }
    await admin.call('POST', '/sources', source)
    const person = { ...samples.users?.body?.(66_001), password: CANARIES.password }
    const { user } = await admin.api.users.create({ body: person as never })
    const body = { ...person, password: `${CANARIES.password}2` } as never
    await admin.api.users.update({ params: { id: user.id }, body })
    const key = await admin.api.apiKeys.create({ body: { name: 'Pipeline' } })
    secrets.add(key.secret)
    secrets.delete('')
    const rows = JSON.stringify(await entries())
    expect(rows).toContain('https://hooks.example.org')
    expect(rows).toContain('passwordHash')
    const exported = async (format: string) => {
      const url = `/api/audit/export?format=${format}`
      return (await server().inject({ url, headers: { authorization: `Bearer ${admin.token}` } })).body
    }
    const [csv, lines] = [await exported('csv'), await exported('jsonl')]
    expect(csv).toContain('https://hooks.example.org')
    expect(lines).toContain('https://hooks.example.org')
    const places = { rows, csv, lines, log: JSON.stringify(server().log) }
    for (const [place, text] of Object.entries(places))
      for (const secret of secrets)
        expect(text.includes(secret), `${place} ${secret.slice(0, 12)}`).toBe(false)
  })

  it('gets none from a caller without permission, from a stranger, and for garbage', async () => {
    const viewer = await server().user(world.admin)
    const stranger = await server().organization()
    const before = (await entries()).length
    const done: string[] = []
    for (const { name, route } of writing.filter(({ route: { who } }) => typeof who === 'object')) {
      const id = world.ids[entityOf(route)] ?? 'nowhere'
      for (const [caller, body] of [
        [viewer, {}],
        [stranger, samples[entityOf(route)]?.body?.(3e6) ?? {}],
        [world.admin, { name: 5, ids: 'x', firstName: 7, code: 1 }],
      ] as const) {
        const path = fill(route, caller === world.admin ? 'nowhere' : id)
        const { status } = await caller.call(route.method, path, route.body ? body : undefined)
        if (status < 400) done.push(name)
      }
    }
    expect((await entries()).length - before, done.join()).toBe(done.length)
    // Those that create something of the stranger's own, or that anyone may do.
    expect(done.length).toBeLessThan(40)
  }, 120_000)

  it('undoes a call whose entry can’t be written', async () => {
    const { database } = server().services
    if (isPostgres(database)) return
    await sql`create trigger refuse_audit before insert on audit_entries begin select raise(abort, 'refused'); end`.execute(
      database,
    )
    try {
      const body = { name: 'Never', location: 'Here', floors: [{ name: 'Ground' }] }
      const { statusCode } = await server().inject(injected(world.admin, ['POST', '/buildings/create', body]))
      expect(statusCode).toBe(500)
    } finally {
      await sql`drop trigger refuse_audit`.execute(database)
    }
    const { buildings } = await world.admin.api.buildings.list({ query: { search: 'Never' } })
    expect(buildings).toEqual([])
  })

  it('is chained: every chain fits its hashes', async () => {
    // Copies of entries have the hashes of the originals.
    await sql`delete from audit_entries where number > 1000`.execute(server().services.database)
    const { entries: count, problems } = await verifyAudit(server().services.database)
    expect(problems).toEqual([])
    expect(count).toBe((await entries()).length)
  })

  it('has short entries, whatever a call sends', async () => {
    const long = 'ü'.repeat(20_000)
    const { admin } = world
    await admin.call('POST', '/buildings/create', {
      name: 'a'.repeat(60),
      location: long.slice(0, 200),
      floors: [{ name: 'Ground' }],
    })
    const rows = await entries()
    for (const { action, changes, actorName, thingName, searched } of rows) {
      expect(Buffer.byteLength(changes), action).toBeLessThan(AUDIT_CHANGES_BYTES + 1000)
      expect(actorName.length).toBeLessThanOrEqual(AUDIT_TEXT_MAX)
      expect(thingName.length).toBeLessThanOrEqual(AUDIT_TEXT_MAX)
      expect(searched.length).toBeLessThanOrEqual(1000)
    }
  })

  it('has a text for every column that the console shows', () => {
    const file = new URL('../../../console/src/locales/en-us.json', import.meta.url)
    const texts = JSON.parse(readFileSync(file, 'utf8')).audit.fields as Record<string, string>
    const columns = Object.values(SUBJECTS).flatMap((subject) => Object.entries(subject.columns))
    const shown = columns.flatMap(([column, how]) => (how === 'rows' ? ['levels', 'scope'] : [column]))
    expect(shown.filter((column) => !(column in texts))).toEqual([])
  })

  it('decides about every column of every thing', async () => {
    const tables = await server().services.database.introspection.getTables()
    for (const [kind, { table, columns, without, name }] of Object.entries(SUBJECTS)) {
      const found = tables.find((each) => each.name === table)?.columns.map((column) => column.name)
      const decided = [...Object.keys(columns), ...without]
      expect(
        found?.filter((column) => !decided.includes(column)),
        kind,
      ).toEqual([])
      for (const column of Object.keys(columns)) expect(found, kind).toContain(column)
      for (const column of name) expect(found, kind).toContain(column)
    }
  })
})
