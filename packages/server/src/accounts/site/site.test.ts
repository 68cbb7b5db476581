import { request } from 'undici'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'
import { picture, upload } from '#test/uploads.ts'
import { LOGO_BYTES_MAX } from './queries.ts'

describe('the console of an organization', () => {
  const server = useServer()
  let superAdmin: Caller
  let admin: Caller & { organizationId: string; email: string }
  let made = 0
  let host: string

  beforeEach(async () => {
    superAdmin = await server().signIn()
    admin = await server().organization(`Corner bakery ${++made}`)
    host = `signs${made}.example.com`
  })

  const at = async (name: string, path = '/site', origin = server().origins.console) => {
    const { statusCode, headers, body } = await request(`${origin}/api${path}`, { headers: { host: name } })
    return { status: statusCode, headers, text: await body.text() }
  }
  const siteAt = async (name: string) => JSON.parse((await at(name)).text)
  async function save(values: object, caller: Caller = superAdmin, organizationId = admin.organizationId) {
    const params = { id: organizationId }
    const { organization } = await superAdmin.api.organizations.get({ params })
    const { name, version } = organization
    return (await caller.api.organizations.update({ params, body: { name, version, ...values } }))
      .organization
  }
  async function logo(content?: Buffer, name = 'logo.png') {
    const [media] = await upload(admin, [{ name, content: content ?? (await picture()) }])
    return media?.id ?? ''
  }

  it('has its brand at its host name, with any port, and nowhere else', async () => {
    const logoId = await logo()
    await save({
      brand: { primary: '#8a1538', accent: '', logoId },
      branded: true,
      host: `https://${host.toUpperCase()}/`,
    })
    const brand = {
      name: `Corner bakery ${made}`,
      primary: '#8a1538',
      logo: expect.stringMatching(/^[0-9a-f]{16}$/),
    }
    for (const name of [host, `${host}:8080`, `${host}.`, host.toUpperCase()])
      expect((await siteAt(name)).brand, name).toEqual(brand)
    for (const name of ['example.com', `x.${host}`, '127.0.0.1', `${host}.example.org`])
      expect((await siteAt(name)).brand, name).toBeNull()
    expect((await at(host)).text).not.toContain(admin.organizationId)
    const { body: shown } = await server().as().call('POST', '/player/pairing', { screen: FACTS }, { host })
    expect(shown).toMatchObject({ brand, consoleUrl: expect.stringContaining(`//${host}`) })
    const { body: other } = await server().as().call('POST', '/player/pairing', { screen: FACTS })
    expect(other).toMatchObject({ brand: null })
  })

  it('sends its logo, which runs nothing, and is asked for again when it changes', async () => {
    await save({ brand: { primary: '', accent: '', logoId: await logo() }, branded: true, host })
    for (const [path, origin] of [
      ['/site/logo', server().origins.console],
      ['/player/site/logo', server().origins.player],
    ] as const) {
      const { status, headers } = await at(host, path, origin)
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-cache' })
      expect(headers['content-security-policy']).toContain('sandbox')
      expect((await at('example.com', path, origin)).status).toBe(404)
    }
  })

  it('shows strangers no drawing, which may have scripts, and no large picture', async () => {
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    )
    const logoId = await logo(drawing, 'logo.svg')
    await save({ brand: { primary: '', accent: '', logoId }, branded: true, host })
    expect((await siteAt(host)).brand.logo).toBeNull()
    expect((await at(host, '/site/logo')).status).toBe(404)
    const large = await logo()
    await server()
      .services.database.updateTable('media')
      .set({ size: LOGO_BYTES_MAX + 1 })
      .where('id', '=', large)
      .execute()
    await save({ brand: { primary: '', accent: '', logoId: large } })
    expect((await siteAt(host)).brand.logo).toBeNull()
  })

  it('is turned on by its admin, and has a host name from the operator only', async () => {
    await save({ branded: true, host }, admin)
    expect((await siteAt(host)).brand).toBeNull()
    expect((await admin.api.auth.profile()).profile.organization.branded).toBe(true)
    await save({ host })
    expect((await siteAt(host)).brand.name).toBe(`Corner bakery ${made}`)
    // An admin's save leaves it.
    await save({ host: null }, admin)
    expect((await siteAt(host)).brand.name).toBe(`Corner bakery ${made}`)
    await save({ branded: false }, admin)
    expect((await siteAt(host)).brand).toBeNull()
    await save({ host: '' })
    const params = { id: admin.organizationId }
    expect((await superAdmin.api.organizations.get({ params })).organization.host).toBeNull()
  })

  it('takes no host name of another organization, nor of the server', async () => {
    await save({ host })
    const other = await server().organization()
    const own = new URL(server().origins.console).hostname
    for (const taken of [host, `${host.toUpperCase()}.`]) {
      const refusal = await refused(save({ host: taken }, superAdmin, other.organizationId))
      expect(refusal.body.errors, taken).toHaveProperty('host')
    }
    for (const wrong of [
      own,
      '10.0.0.1',
      '[::1]',
      'localhost',
      'a b.com',
      'x.com/path',
      'u@x.com',
      '*.x.com',
      'http:',
    ])
      expect((await refused(save({ host: wrong }))).body.errors, wrong).toHaveProperty('host')
    // One organization may keep its own.
    expect((await save({ host })).host).toBe(host)
  })

  it('says whether someone can log in through a provider, not who', async () => {
    await save({ branded: true, host })
    expect(await siteAt('example.com')).toEqual({ brand: null, hasProvider: false })
    const other = await server().organization()
    const now = new Date(server().clock.now()).toISOString()
    await server()
      .services.database.insertInto('identity_providers')
      .values({
        ...{ id: other.organizationId, organizationId: other.organizationId, issuer: 'https://id.test' },
        ...{ clientId: 'vitrine', clientSecret: null, defaultRole: '2', permissions: '[]', groupsClaim: '' },
        ...{ groups: '[]', createsAccounts: 0, trustsEmail: 0, factor: 'never', required: 0 },
        ...{ breakGlassId: null, version: 1, createdAt: now, updatedAt: now },
      })
      .execute()
    expect(await siteAt('example.com')).toEqual({ brand: null, hasProvider: true })
    expect((await siteAt(host)).hasProvider).toBe(false)
  })

  it('is the address in emails to its people', async () => {
    await save({ branded: true, host })
    await server()
      .as()
      .api.auth.resetPassword({ body: { email: admin.email } })
    const mail = await server()
      .services.database.selectFrom('outbox')
      .select('text')
      .where('recipient', '=', admin.email)
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain(`http://${host}:`)
  })
})
