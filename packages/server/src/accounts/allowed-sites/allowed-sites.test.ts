import { ALLOWED_SITES_MAX } from '@vitrine/contract/sites/allowed-sites'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const hostsOf = (sites: readonly { host: string }[]) => sites.map(({ host }) => host)

describe('allowed sites', () => {
  const server = useServer()

  it('keeps hosts of addresses once, by name, and removes them', async () => {
    const admin = await server().organization()
    const { allowedSites } = admin.api
    const { site } = await allowedSites.add({
      body: { host: 'https://Dashboard.example.org:3000/d/1?kiosk' },
    })
    expect(site.host).toBe('dashboard.example.org:3000')
    await allowedSites.add({ body: { host: '*.example.com' } })
    const again = await allowedSites.add({ body: { host: 'example.com' } })
    const { sites } = await allowedSites.list()
    expect(hostsOf(sites)).toEqual(['dashboard.example.org:3000', 'example.com'])
    await allowedSites.remove({ params: { id: again.site.id } })
    expect(hostsOf((await allowedSites.list()).sites)).toEqual(['dashboard.example.org:3000'])
  })

  it.each(['', 'file:///etc/passwd', 'javascript:alert(1)', 'user:secret@example.org', 'a b'])(
    'refuses %j',
    async (host) => {
      const admin = await server().organization()
      const { status, body } = await admin.call('POST', '/allowed-sites', { host })
      expect(status).toBe(400)
      expect(body).toMatchObject({ errors: { host: expect.any(String) } })
    },
  )

  it('has a maximum length', async () => {
    const admin = await server().organization()
    for (let n = 0; n < ALLOWED_SITES_MAX; n++)
      await admin.api.allowedSites.add({ body: { host: `s${n}.example.org` } })
    const { status, body } = await admin.call('POST', '/allowed-sites', { host: 'one-more.example.org' })
    expect([status, body]).toMatchObject([400, { errors: { host: expect.stringContaining('100') } }])
    // An existing entry needs no room.
    await admin.api.allowedSites.add({ body: { host: 's1.example.org' } })
  })

  it('notifies the screens of the organization, and no others', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const [screen, theirs] = [
      await TestScreen.claim(server(), admin),
      await TestScreen.claim(server(), other),
    ]
    expect((await screen.manifest()).device.sites).toBeUndefined()
    await screen.open()
    await admin.api.allowedSites.add({ body: { host: 'example.org' } })
    const { data } = await screen.next(({ name, data }) => name === 'device' && !!data.body)
    expect(JSON.parse(data.body ?? '')).toMatchObject({ sites: ['example.org'] })
    expect((await theirs.manifest()).device.sites).toBeUndefined()
    screen.hangUp()
  })
})

describe("a screen's machine", () => {
  const server = useServer()
  const key = (digit: string) => digit.repeat(64)
  const policy = (bearer: string) =>
    server()
      .as()
      .call('GET', '/machine/policy', undefined, { authorization: `Bearer ${bearer}` })

  it("gets the sites of its screen's organization by its key, and by nothing else", async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    for (const host of ['example.org', 'intranet:8080', '10.0.0.5'])
      await admin.api.allowedSites.add({ body: { host } })
    await other.api.allowedSites.add({ body: { host: 'other.example.org' } })
    const screen = await TestScreen.claim(server(), admin)
    expect((await policy(key('a'))).status).toBe(404)
    await screen.api.machines.register({ body: { key: key('a') } })
    expect((await policy(key('a'))).body).toEqual({
      allowlist: ['10.0.0.5', 'example.org', '.intranet:8080'],
    })
    for (const wrong of [key('b'), screen.token, '']) expect((await policy(wrong)).status).toBe(404)

    // The machine is paired with another organization.
    const next = await TestScreen.claim(server(), other)
    await next.api.machines.register({ body: { key: key('a') } })
    expect((await policy(key('a'))).body).toEqual({ allowlist: ['other.example.org'] })
    await other.api.devices.remove({ params: { id: next.deviceId } })
    expect((await policy(key('a'))).status).toBe(404)
  })

  it('slows down an address that guesses keys', async () => {
    const answers = []
    for (let n = 0; n < 301; n++) answers.push((await policy(n.toString(16).padStart(64, '0'))).status)
    expect(answers.at(-1)).toBe(429)
  })
})
