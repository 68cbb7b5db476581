import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'

describe('G-005: licences', () => {
  const server = useServer()

  it('creates, lists, reads, changes and deletes', async () => {
    const superAdmin = await server().signIn()
    const { organizationId } = await server().organization('Museum')
    const body = { number: 'MAIN-100', organizationId, devicesCount: 12, expiresAt: '2027-02-28' }
    const { licence } = await superAdmin.api.licences.create({ body })
    expect(licence).toMatchObject({ ...body, usedDevices: 0, organization: { name: 'Museum' } })

    const params = { id: licence.id }
    const changed = { ...body, number: 'MAIN-101', devicesCount: 20, expiresAt: null }
    const { licence: later } = await superAdmin.api.licences.update({ params, body: changed })
    expect(later).toMatchObject({ number: 'MAIN-101', devicesCount: 20, expiresAt: null })
    expect(await superAdmin.api.licences.get({ params })).toEqual({ licence: later })
    const { licences } = await superAdmin.api.licences.list({ query: { organizationId } })
    expect(licences).toEqual([later])

    expect(await superAdmin.api.licences.remove({ params })).toEqual({ id: licence.id })
    expect((await superAdmin.api.licences.list({ query: { organizationId } })).licences).toEqual([])
  })

  it('shows an organization its own licences, and lets the super admin alone change them', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const other = await server().organization()
    const body = { number: 'OWN-1', organizationId: admin.organizationId, devicesCount: 2 }
    const { licence } = await superAdmin.api.licences.create({ body })
    expect((await admin.api.licences.list()).licences.map(({ number }) => number)).toEqual(['OWN-1'])
    expect((await other.api.licences.list()).licences).toEqual([])
    for (const call of [
      () => admin.api.licences.create({ body }),
      () => admin.api.licences.update({ params: { id: licence.id }, body }),
      () => admin.api.licences.remove({ params: { id: licence.id } }),
    ])
      expect((await refused(call())).errKey).toBe('FORBIDDEN')
  })

  it('names the problems, field by field', async () => {
    const superAdmin = await server().signIn()
    const { organizationId } = await server().organization()
    const create = (body: object) => superAdmin.api.licences.create({ body: body as never })
    const empty = await refused(create({}))
    expect(empty.body.errors).toEqual({
      number: 'Number is required',
      organizationId: 'Organization id is required',
      devicesCount: 'Devices count is required',
    })
    const wrong = { number: 'W-1', organizationId, devicesCount: 0, expiresAt: '2026-02-30' }
    expect((await refused(create(wrong))).body.errors).toEqual({
      devicesCount: 'Devices count must be at least 1',
      expiresAt: 'Expires at must be a date like 2026-01-31',
    })
    const right = { number: 'W-1', organizationId, devicesCount: 1 }
    await create(right)
    expect((await refused(create({ ...right, number: ' w-1 ' }))).body.errors).toEqual({
      number: 'Number exists before',
    })
  })

  it('includes the screen that was tried before there was a licence', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const claim = async (name: string) => {
      const { code } = await server()
        .as()
        .api.player.startPairing({ body: { screen: FACTS } })
      return (await admin.api.devices.claim({ body: { code, name } })).device
    }
    const tried = await claim('Tried')
    expect(tried.licenceId).toBeNull()
    const body = { number: 'TAKES-1', organizationId: admin.organizationId, devicesCount: 1 }
    const { licence } = await superAdmin.api.licences.create({ body })
    expect(licence.usedDevices).toBe(1)
    const params = { id: tried.id }
    expect((await admin.api.devices.get({ params })).device.licenceId).toBe(licence.id)
    expect((await refused(claim('One more'))).errKey).toBe('NO_LICENCE_SEAT')
  })

  it("can't be deleted while a screen uses it, and keeps at least the used seats", async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const other = await server().organization()
    const { organizationId } = admin
    const body = { number: 'USED-1', organizationId, devicesCount: 2 }
    const { licence } = await superAdmin.api.licences.create({ body })
    for (const name of ['Lobby', 'Stairs']) {
      const { code } = await server()
        .as()
        .api.player.startPairing({ body: { screen: FACTS } })
      const { device } = await admin.api.devices.claim({ body: { code, name } })
      expect(device.licenceId).toBe(licence.id)
    }
    const params = { id: licence.id }
    expect((await superAdmin.api.licences.get({ params })).licence.usedDevices).toBe(2)
    for (const call of [
      () => superAdmin.api.licences.remove({ params }),
      () => superAdmin.api.licences.update({ params, body: { ...body, devicesCount: 1 } }),
      () =>
        superAdmin.api.licences.update({ params, body: { ...body, organizationId: other.organizationId } }),
    ])
      expect((await refused(call())).errKey).toBe('LICENCE_IN_USE')
    await superAdmin.api.licences.update({ params, body: { ...body, devicesCount: 3 } })
  })
})
