import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { IMPORTS_MAX } from '#operations/moving/queries.ts'
import { endedArchive } from '#test/archives.ts'
import { Authenticator } from '#test/authenticator.ts'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { jsonExport } from '#test/foreign-layouts.ts'
import { type Caller, refused, serverOf, type TestServer, useServer } from '#test/harness.ts'
import { fillingSlot } from '#test/local.ts'
import { entityOf, fill } from '#test/paths.ts'
import { pdf } from '#test/pdf.ts'
import { samples } from '#test/samples.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { form, picture, sendUpload, uploadOne } from '#test/uploads.ts'

const routes = routesOf(contract).map(({ route }) => route)
const named = (chosen: readonly Route[]) =>
  chosen.map((route) => [`${route.method} ${route.path}`, route] as const)
const creates = (route: Route) =>
  // Creating a resumable upload twice leaves one abandoned upload.
  route.method === 'POST' && route.status === 201 && typeof route.who === 'object' && route.upload !== 'tus'
const shapeOf = (route: Route) => (route.body as z.ZodObject | undefined)?.shape ?? {}
const savesVersions = (route: Route) => route.method === 'PUT' && 'version' in shapeOf(route)

let made = 0

/** A valid body of a creating route where the entity's sample is none. */
const BODIES: Record<string, (caller: Caller, server: TestServer) => Promise<unknown>> = {
  '/storyboards/create': async (admin) => ({
    name: `Laws ${++made}`,
    type: 'designed',
    items: [{ layoutId: (await makeLayout(admin)).id, duration: 5 }],
  }),
  '/shelf/slide-shows': async (admin) => ({
    name: `Laws ${++made}`,
    mediaIds: [(await uploadOne(admin)).id],
  }),
  '/licences/create': async (admin) => ({
    number: `Laws ${++made}`,
    devicesCount: 3,
    organizationId: (await admin.api.auth.profile()).profile.organizationId,
  }),
  '/devices/claim': async (admin) => ({
    code: (await admin.api.player.startPairing({ body: { screen: FACTS } })).code,
    name: `Laws ${++made}`,
  }),
  '/media': async () => form([{ name: 'a.png', content: await picture() }]),
  '/media/decks': async () => form([{ name: 'a.pdf', content: pdf(1) }]),
  '/thumbnail/createCardThumbnail': async () =>
    form([{ field: 'thumbnail', name: 'a.png', content: await picture() }]),
  '/thumbnail/createLayoutThumbnail': async (admin) =>
    form([
      { field: 'thumbnail', name: 'a.png', content: await picture() },
      { field: 'layoutId', content: (await makeLayout(admin)).id },
    ]),
  '/comments': async (admin) => ({
    ...{ pageId: (await makeLayout(admin)).id, x: 0.5, y: 0.5 },
    text: `Comment ${++made}`,
  }),
  '/local-content': async (admin) => (await fillingSlot(admin)).body,
  '/comments/:id/reply': async () => ({ text: `Reply ${++made}` }),
  '/cases/reply/:id': async () => ({ text: `Reply ${++made}` }),
  '/triggers': async (admin) => ({
    name: `Laws ${++made}`,
    deviceGroupId: (await makeGroup(admin)).id,
    storyboardId: (await makeStoryboard(admin)).id,
  }),
  '/archives': async (admin) =>
    // Two ways to name the caller's organization.
    ++made % 2 ? {} : { organizationId: (await admin.api.auth.profile()).profile.organizationId },
  '/archives/import': async (caller, server) => {
    // Only so many may wait.
    for (const { id } of (await caller.api.archives.list()).archives) await endedArchive(caller, id)
    return { uploadId: await sendUpload(server, caller, Buffer.from('not an archive')) }
  },
  '/layout/import': async (admin, server) => ({ uploadId: await sendUpload(server, admin, jsonExport({})) }),
  '/cards/duplicate/:id': async () => ({ name: `Laws ${++made}` }),
  '/auth/passkeys': async (admin) => {
    const { options, ticket } = await admin.api.passkeys.begin({ body: PASSWORD })
    const authenticator = new Authenticator(serverOf(admin).origins.console)
    return { name: `Laws ${++made}`, ticket, credential: authenticator.create(options) }
  },
}

const PASSWORD = { currentPassword: 'password-1' }
/** Bodies of deletions that need one. */
const DELETED_WITH: Record<string, unknown> = { '/auth/passkeys/:id': PASSWORD }
/** Bodies that name something of the caller, not of the organization. */
const OWN = ['/archives/import']
/** Calls that may wait together; there are six of other routes. */
const TOGETHER: Record<string, number> = { '/archives/import': IMPORTS_MAX }

describe('concurrency', () => {
  // With a limit, uploads of an organization wait for each other.
  // Passkeys need a console with a name.
  const server = useServer({ STORAGE_MB_PER_ORGANIZATION: '1000', HOST: 'localhost' })
  let superAdmin: Caller
  let admin: Caller
  beforeAll(async () => {
    superAdmin = await server().signIn()
    admin = await server().organization()
  })

  const callerOf = ({ who }: Route) =>
    typeof who === 'object' && 'write' in who && /organizations|licences/.test(String(who.write))
      ? superAdmin
      : admin
  const bodyOf = async (route: Route) => {
    const make = BODIES[route.path]
    return make
      ? make(OWN.includes(route.path) ? callerOf(route) : admin, server())
      : samples[entityOf(route)]?.body?.(++made + 7e6)
  }

  /** What a body names of the organization's own. */
  const belonging = async (route: Route, owner = admin): Promise<Record<string, unknown>> => {
    if (entityOf(route) === 'storyboards') return { items: (await makeStoryboard(owner)).items }
    if (entityOf(route) === 'licences')
      return { organizationId: (await owner.api.auth.profile()).profile.organizationId }
    return {}
  }
  /** Another user with the same permissions. */
  const colleagueOf = async (caller: Caller) => {
    const { role } = (await caller.api.auth.profile()).profile
    const password = 'password-1'
    const email = `colleague${++made}@laws.test`
    const body = { email, password, firstName: 'Uma', lastName: 'User', role, permissions: [] }
    await caller.api.users.create({ body })
    return server().signIn({ email, password })
  }

  it.each(named(routes.filter(creates)))(
    'CONC-04: %s makes one thing per idempotency key',
    async (_name, route) => {
      const caller = callerOf(route)
      const id = route.path.includes(':id') ? await samples[entityOf(route)]?.make(admin, superAdmin) : ''
      const path = fill(route, id ?? '')
      const body = await bodyOf(route)
      const headers = { 'idempotency-key': `key-${route.path}` }
      const post = () => caller.call('POST', path, body, headers)
      const answers = await Promise.all([post(), post(), post()])
      answers.push(await post())
      if (route.secret) {
        // The secret isn't kept for the others.
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
        return
      }
      for (const { status, body: answer } of answers) {
        expect(status, JSON.stringify(answer)).toBe(201)
        expect(answer).toEqual(answers[0]?.body)
      }
      const other = route.upload
        ? form([{ name: 'other.png', content: 'something else' }])
        : await bodyOf(route)
      const reused = await caller.call('POST', path, other, headers)
      expect([reused.status, (reused.body as { errKey: string }).errKey]).toEqual([409, 'KEY_REUSED'])
    },
  )

  it.each(named(routes.filter(creates)))(
    'CONC-05: %s called concurrently with different keys fails for no caller',
    async (_name, route) => {
      const caller = callerOf(route)
      const id = route.path.includes(':id') ? await samples[entityOf(route)]?.make(admin, superAdmin) : ''
      const bodies = await Promise.all(Array.from({ length: TOGETHER[route.path] ?? 6 }, () => bodyOf(route)))
      const calls = bodies.map((body, n) =>
        caller.call('POST', fill(route, id ?? ''), body, { 'idempotency-key': `${n}-${route.path}` }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      // There is one seat without a licence, and so one screen.
      for (const status of statuses) expect([201, 409]).toContain(status)
      if (route.path !== '/devices/claim') expect(statuses).not.toContain(409)
    },
  )

  it('CONC-04: a refused call leaves its key free, another person may use the same, and a bad key is named', async () => {
    const headers = { 'idempotency-key': 'the-same' }
    const bad = await admin.call('POST', '/buildings/create', { name: '', location: '', floors: [] }, headers)
    expect(bad.status).toBe(400)
    const other = await server().organization()
    const body = { name: 'Key house', location: 'Here', floors: [{ name: 'Ground' }] }
    const answers = []
    for (const caller of [admin, other]) {
      const answer = await caller.call('POST', '/buildings/create', body, headers)
      expect(answer.status).toBe(201)
      answers.push((answer.body as { building: { id: string } }).building.id)
    }
    expect(new Set(answers).size).toBe(2)
    const long = await admin.call('POST', '/buildings/create', body, { 'idempotency-key': 'x'.repeat(300) })
    expect(long).toMatchObject({ status: 400, body: { errors: { 'Idempotency-Key': expect.anything() } } })
  })

  it.each(named(routes.filter(savesVersions)))(
    'CONC-01: %s refuses an old version and says who saved when',
    async (_name, route) => {
      const caller = callerOf(route)
      const sample = samples[entityOf(route)]
      const id = (await sample?.make(admin, superAdmin)) ?? ''
      const path = fill(route, id)
      const read = async () => {
        const answer = (
          await caller.call('GET', path.replace('/template-design', '/cards').replace('/web-media', '/media'))
        ).body as Record<string, { id: string; version: number }>
        const document = Object.values(answer).find((each) => typeof each.version === 'number')
        if (!document) throw new Error(`${path} does not answer its document`)
        // Background work of earlier calls may still store files.
        return { ...document, storage: undefined }
      }
      const body = { ...sample?.body?.(++made + 8e6), ...(await belonging(route)) }
      const { version } = await read()
      const colleague = await colleagueOf(caller)
      const first = await colleague.call('PUT', path, { ...body, version })
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      const now = await read()
      expect(now.version).toBeGreaterThan(version)
      const second = await caller.call('PUT', path, { ...body, version })
      expect(second).toMatchObject({
        status: 409,
        body: {
          errKey: 'CONFLICT',
          conflict: { by: 'Uma User', at: '2026-11-21T12:00:00.000Z', version: now.version },
        },
      })
      expect(await read()).toEqual(now)
      expect((await caller.call('PUT', path, { ...body, version: now.version })).status).toBe(200)
      expect((await caller.call('PUT', path, body)).status).toBe(200)
    },
  )

  it.each(named(routes.filter(savesVersions)))(
    'CONC-01: of 20 people who save %s concurrently, one wins',
    async (_name, route) => {
      const caller = callerOf(route)
      // A fresh organization, so that its one document is new.
      const fresh = await server().organization()
      const id = (await samples[entityOf(route)]?.make(fresh, superAdmin)) ?? ''
      const path = fill(route, id)
      const more = await belonging(route, fresh)
      const bodies = [...Array(20).keys()].map((n) => ({
        ...samples[entityOf(route)]?.body?.(n + ++made * 100 + 9e6),
        ...more,
        version: 1,
      }))
      const answers = await Promise.all(
        bodies.map((body) => (caller === admin ? fresh : caller).call('PUT', path, body)),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array(19).fill(409)])
    },
  )

  it.each(named(routes.filter(({ method, path }) => method === 'DELETE' && path.includes(':id'))))(
    'CONC-02: %s called by many at once deletes it, and fails nobody',
    async (_name, route) => {
      const fresh = await server().organization()
      const id = (await samples[entityOf(route)]?.make(fresh, superAdmin)) ?? ''
      const caller = callerOf(route) === admin ? fresh : superAdmin
      const calls = Array.from({ length: 6 }, () =>
        caller.call('DELETE', fill(route, id), DELETED_WITH[route.path]),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      // Ending the caller's session logs the caller out.
      for (const status of statuses) expect([200, 204, 401, 404]).toContain(status)
      expect(statuses.some((status) => status < 300)).toBe(true)
    },
  )

  it('CONC-02: of many concurrent replacements of a player, the last one has the screen and the others are disconnected', async () => {
    const fresh = await server().organization()
    const { deviceId } = await TestScreen.claim(server(), fresh)
    const nobody = server().as()
    const body = { screen: FACTS }
    const players = await Promise.all(
      Array.from({ length: 4 }, () => nobody.api.player.startPairing({ body })),
    )
    const calls = players.map(({ code }) => fresh.call('POST', `/devices/replace/${deviceId}`, { code }))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const answers = players.map(({ secret }) =>
      server().as(`${deviceId}.${secret}`).call('GET', '/player/manifest'),
    )
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('CONC-01: changes to a profile are a conflict for an admin who is editing that account', async () => {
    const colleague = await server().user(admin)
    const { profile } = await colleague.api.auth.profile()
    const { user } = await admin.api.users.get({ params: { id: profile.id } })
    const { id, firstName, email, role, permissions, version } = user
    await colleague.api.auth.updateProfile({ body: { firstName, lastName: 'Married', mobile: '' } })
    const body = { firstName, lastName: 'User', email, role, permissions, version }
    const { status, body: told } = await refused(admin.api.users.update({ params: { id }, body }))
    expect([status, told.conflict]).toEqual([
      409,
      { by: 'Uma Married', at: '2026-11-21T12:00:00.000Z', version: version + 1 },
    ])
    expect((await colleague.api.auth.profile()).profile.lastName).toBe('Married')
  })

  it('CONC-01: what an organization lets kiosks do is no save of its name', async () => {
    const own = await server().organization()
    const colleague = await colleagueOf(own)
    const params = { id: own.organizationId }
    const { organization } = await own.api.organizations.get({ params })
    const body = { name: organization.name, version: organization.version }
    await colleague.api.organizations.update({ params, body })
    await own.api.kiosk.update({ params, body: { origins: [] } })
    const { body: told } = await refused(own.api.organizations.update({ params, body }))
    expect(told.conflict).toMatchObject({ by: 'Uma User', version: organization.version + 1 })
  })

  it('CONC-01: what screens play is no save of their settings', async () => {
    const id = (await samples.devices?.make(admin, superAdmin)) ?? ''
    const { version, name } = (await admin.api.devices.get({ params: { id } })).device
    const storyboard = await makeStoryboard(admin)
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    await admin.api.devices.switchStory({ params: { id: id }, body: { storyboardId: storyboard.id } })
    const { device } = await admin.api.devices.update({ params: { id }, body: { name, version } })
    expect(device.version).toBe(version + 1)
  })

  it('50 parallel refreshes leave one session, and everyone the same successor', async () => {
    const { email } = await server().organization()
    const body = { email, password: 'password-1' }
    const { refreshToken } = await server().as().api.auth.login({ body })
    const sessions = () => server().services.database.selectFrom('sessions').selectAll().execute()
    const before = await sessions()
    const answers = await Promise.all(
      [...Array(50).keys()].map(() => server().as().api.auth.refresh({ body: { refreshToken } })),
    )
    const successors = new Set(answers.map((answer) => answer.refreshToken))
    expect(successors.size).toBe(1)
    expect((await sessions()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const [successor = ''] = successors
    await server()
      .as()
      .api.auth.refresh({ body: { refreshToken: successor } })
    server().clock.advance(31_000)
    expect((await refused(server().as().api.auth.refresh({ body: { refreshToken } }))).status).toBe(401)
  })
})
