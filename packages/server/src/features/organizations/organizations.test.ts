import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'

const admin = { adminFirstName: 'Ada', adminLastName: 'Admin', password: 'password-1' }

describe('organizations', () => {
  const server = useServer()

  it('C-025 to C-029, C-041: comes with its first admin and goes when empty', async () => {
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

  it('makes neither when the address of the admin is taken', async () => {
    const superAdmin = await server().signIn()
    const body = { name: 'Twice', email: 'admin@vitrine.local', ...admin }
    const error = await refused(superAdmin.api.organizations.create({ body }))
    expect(error.body.errors).toEqual({ email: 'Email exists before' })
    const { organizations } = await superAdmin.api.organizations.list()
    expect(organizations.map((each) => each.name)).not.toContain('Twice')
  })

  it('stays while it has content, and the home organization always', async () => {
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

  it('shows and lets an admin rename the own one only', async () => {
    const acme = await server().organization()
    const { organizations } = await acme.api.organizations.list()
    expect(organizations.map((each) => each.id)).toEqual([acme.organizationId])
    await acme.api.organizations.update({ params: { id: acme.organizationId }, body: { name: 'Renamed' } })
    const body = { name: 'Mine', email: 'x@y.test', ...admin }
    expect((await refused(acme.api.organizations.create({ body }))).errKey).toBe('FORBIDDEN')
  })
})
