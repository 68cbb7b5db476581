import { describe, expect, it } from 'vitest'
import { refused, TestServer, useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { form, noise, picture, upload } from '#test/uploads.ts'

const admin = { adminFirstName: 'Ada', adminLastName: 'Admin', password: 'password-1' }

describe('organizations', () => {
  const server = useServer()

  it('is created with its first admin and deleted when empty', async () => {
    const superAdmin = await server().signIn()
    const { organization } = await superAdmin.api.organizations.create({
      body: { name: 'Acme', email: 'ada@acme.test', ...admin },
    })
    expect(organization).toMatchObject({ name: 'Acme', usersCount: 1, admin: { email: 'ada@acme.test' } })
    const params = { id: organization.id }
    const { organization: renamed } = await superAdmin.api.organizations.update({
      params,
      body: { name: 'Acme 2' },
    })
    expect((await superAdmin.api.organizations.get({ params })).organization).toEqual(renamed)
    const { organizations } = await superAdmin.api.organizations.list()
    expect(organizations.map((each) => each.name)).toEqual(['Acme 2', 'Home'])
    await superAdmin.api.organizations.remove({ params })
    await refused(server().signIn({ email: 'ada@acme.test', password: 'password-1' }))
  })

  it("neither is created if the admin's address is taken", async () => {
    const superAdmin = await server().signIn()
    const body = { name: 'Twice', email: 'admin@vitrine.local', ...admin }
    const error = await refused(superAdmin.api.organizations.create({ body }))
    expect(error.body.errors).toEqual({ email: 'Email exists before' })
    const { organizations } = await superAdmin.api.organizations.list()
    expect(organizations.map((each) => each.name)).not.toContain('Twice')
  })

  it("can't be deleted while it has content; the home organization never", async () => {
    const superAdmin = await server().signIn()
    const acme = await server().organization()
    await acme.api.buildings.create({
      body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
    })
    const error = await refused(superAdmin.api.organizations.remove({ params: { id: acme.organizationId } }))
    expect(error.errKey).toBe('ORGANIZATION_IN_USE')
    const { profile } = await superAdmin.api.auth.profile()
    await refused(superAdmin.api.organizations.remove({ params: { id: profile.organizationId } }))
  })

  it.each(Object.entries(samples))(
    "can't be deleted while it has %s, or is deleted with them",
    async (_name, sample) => {
      const superAdmin = await server().signIn()
      const acme = await server().organization()
      const params = { id: acme.organizationId }
      await sample.make(acme, superAdmin)
      const { status, body } = await superAdmin.call('DELETE', `/organizations/${params.id}`)
      if (status === 200)
        return expect((await refused(superAdmin.api.organizations.get({ params }))).status).toBe(404)
      expect([status, (body as { errKey: string }).errKey]).toEqual([409, 'ORGANIZATION_IN_USE'])
      expect((await superAdmin.api.organizations.get({ params })).organization.name).not.toBe('')
    },
  )

  it('can be deleted after everything in it', async () => {
    const superAdmin = await server().signIn()
    const acme = await server().organization()
    const made: [string, string][] = []
    for (const [path, name] of [
      ['cards', 'cards'],
      ['layout', 'layouts'],
      ['media', 'media'],
      ['media', 'packages'],
      ['media/folders', 'folders'],
      ['device-groups', 'deviceGroups'],
      ['devices', 'devices'],
      ['device-configurations', 'deviceConfigurations'],
      ['buildings', 'buildings'],
    ] as const)
      made.push([path, (await samples[name]?.make(acme, superAdmin)) ?? ''])
    await samples.thumbnails?.make(acme, superAdmin)
    await acme.api.kiosk.update({ params: { id: acme.organizationId }, body: { origins: [] } })
    for (const [path, id] of made)
      expect((await acme.call('DELETE', `/${path}/${id}`)).status, path).toBe(200)
    const { status, body } = await superAdmin.call('DELETE', `/organizations/${acme.organizationId}`)
    expect(status, JSON.stringify(body)).toBe(200)
  })

  it('FILE-14: refuses uploads at its media limit, and a refused upload loses nothing', async () => {
    const superAdmin = await server().signIn()
    const acme = await server().organization()
    const params = { id: acme.organizationId }
    const limit = async (storageMb: number | null) => {
      const { organization } = await superAdmin.api.organizations.get({ params })
      return (
        await superAdmin.api.organizations.update({ params, body: { name: organization.name, storageMb } })
      ).organization.storage
    }
    expect(await limit(1)).toEqual({ used: 0, ownMb: 1, limitMb: 1, exports: 0 })
    const { name } = (await acme.api.organizations.update({ params, body: { name: 'Acme', storageMb: 9 } }))
      .organization
    expect((await acme.api.organizations.get({ params })).organization).toMatchObject({
      name,
      storage: { limitMb: 1 },
    })

    const files = await Promise.all([...Array(20)].map(() => noise(150_000)))
    const send = (content: Buffer, n: number) =>
      acme.call('POST', '/media', form([{ name: `${n}.png`, content }]))
    const answers = await Promise.all(files.map(send))
    const { used } = (await acme.api.organizations.get({ params })).organization.storage
    const kept = answers.filter(({ status }) => status === 201)
    expect(kept.length).toBeGreaterThan(2)
    expect(used).toBeLessThanOrEqual(2 ** 20)
    expect(used).toBeGreaterThan(2 ** 20 - 160_000)
    expect((await acme.api.media.list()).media.media).toHaveLength(kept.length)
    const refusals = answers.filter(({ status }) => status !== 201)
    for (const { status, body } of refusals)
      expect([status, (body as { errKey: string }).errKey]).toEqual([413, 'STORAGE_LIMIT'])

    const length = { 'upload-length': String(200_000) }
    expect((await acme.call('POST', '/media/uploads', undefined, length)).status).toBe(413)
    // A file that arrived while there was room waits for room again.
    await limit(null)
    const [late = Buffer.alloc(0)] = files
    const started = await acme.call('POST', '/media/uploads', undefined, {
      'upload-length': String(late.length),
    })
    const id = started.headers.get('location')?.split('/').at(-1) ?? ''
    await fetch(`${server().origins.console}/api/media/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${acme.token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: new Uint8Array(late),
    })
    const use = () => acme.call('POST', '/media', form([{ field: 'media', content: id }]))
    await limit(1)
    expect((await use()).status).toBe(413)
    await limit(2)
    expect((await use()).status).toBe(201)
    expect(await limit(null)).toMatchObject({ ownMb: null, limitMb: null })
  })

  it('FILE-14: the installation limit applies to organizations without a separate one', async () => {
    const limited = await TestServer.start({ STORAGE_MB_PER_ORGANIZATION: '1' })
    try {
      const acme = await limited.organization()
      const params = { id: acme.organizationId }
      expect((await acme.api.organizations.get({ params })).organization.storage).toMatchObject({
        ownMb: null,
        limitMb: 1,
      })
      const send = async () =>
        acme.call('POST', '/media', form([{ name: 'a.png', content: await noise(800_000) }]))
      expect([(await send()).status, (await send()).status]).toEqual([201, 413])
    } finally {
      await limited.close()
    }
  })

  it('stores colors and a logo from its library, and notifies its users', async () => {
    const acme = await server().organization()
    const other = await server().organization()
    const [logo] = await upload(acme, [{ name: 'logo.png', content: await picture() }])
    const [foreign] = await upload(other, [{ name: 'logo.png', content: await picture() }])
    const params = { id: acme.organizationId }
    const { organization } = await acme.api.organizations.get({ params })
    expect(organization.brand).toEqual({ primary: '', accent: '', logoId: null })
    const brand = { primary: '#7a1f4c', accent: '#26c6b0', logoId: logo?.id ?? '' }
    const { name } = organization
    await acme.api.organizations.update({ params, body: { name, brand } })
    await acme.api.organizations.update({ params, body: { name: `${name} 2` } })
    expect((await acme.api.auth.profile()).profile.organization).toMatchObject({ name: `${name} 2`, brand })

    const change = (body: object) =>
      refused(acme.api.organizations.update({ params, body: { name, brand: { ...brand, ...body } } }))
    expect((await change({ logoId: foreign?.id })).body.errors).toHaveProperty('brand.logoId')
    expect((await change({ primary: 'transparent' })).body.errors).toHaveProperty('brand.primary')
    const removal = acme.api.media.remove({ params: { id: brand.logoId } })
    expect((await refused(removal)).errKey).toBe('USED_IN_CARD')
    await acme.api.organizations.update({ params, body: { name, brand: { ...brand, logoId: null } } })
    await acme.api.media.remove({ params: { id: brand.logoId } })
  })

  it('shows and lets an admin rename the own one only', async () => {
    const acme = await server().organization()
    const { organizations } = await acme.api.organizations.list()
    expect(organizations.map((each) => each.id)).toEqual([acme.organizationId])
    await acme.api.organizations.update({ params: { id: acme.organizationId }, body: { name: 'Renamed' } })
    const body = { name: 'Mine', email: 'x@y.test', ...admin }
    expect((await refused(acme.api.organizations.create({ body }))).errKey).toBe('FORBIDDEN')
  })
})
