import { NO_REGION } from '@vitrine/contract/player/screen-locale'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

describe('the locale of screens', () => {
  const server = useServer()
  const body = { name: 'Lobby', type: 0, screenSize: 1, orientation: 0, volume: 50, hours: null } as const

  it('is the organization’s, and a configuration overrides each setting of it', async () => {
    const admin = await server().organization('Harbor')
    const screen = await TestScreen.claim(server(), admin)
    const locale = async () => (await screen.manifest()).device.locale
    expect(await locale()).toBeUndefined()
    await screen.open()
    const params = { id: admin.organizationId }
    const german = { ...NO_REGION, language: 'de-DE' }
    await admin.api.organizations.update({ params, body: { name: 'Harbor', region: german } })
    const { data } = await screen.next(({ name, data }) => name === 'device' && !!data.body)
    expect(JSON.parse(data.body ?? '')).toMatchObject({ locale: 'de-DE-u-mu-celsius' })
    screen.hangUp()
    expect((await admin.api.auth.profile()).profile.organization.region).toEqual(german)

    const region = { ...NO_REGION, hours: '12', temperature: 'fahrenheit', firstDay: 'sat' } as const
    const { configuration } = await admin.api.deviceConfigurations.create({
      body: { ...body, devices: [screen.deviceId], region },
    })
    expect(configuration.region).toEqual(region)
    expect(await locale()).toBe('de-DE-u-fw-sat-hc-h12-mu-fahrenhe')
    // Clients that don't know regions leave them unchanged.
    await admin.api.deviceConfigurations.update({ params: { id: configuration.id }, body })
    await admin.api.organizations.update({ params, body: { name: 'Harbor' } })
    expect(await locale()).toBe('de-DE-u-fw-sat-hc-h12-mu-fahrenhe')
    await admin.api.deviceConfigurations.remove({ params: { id: configuration.id } })
    expect(await locale()).toBe('de-DE-u-mu-celsius')
    await admin.api.organizations.update({ params, body: { name: 'Harbor', region: NO_REGION } })
    expect(await locale()).toBeUndefined()
  })

  it.each(['de_DE', 'de-DE-u-hc-h12', 'german', 'de-de', '', '"><script>'])(
    'is no text like %j',
    async (language) => {
      const admin = await server().organization()
      const { status, body } = await admin.call('PUT', `/organizations/${admin.organizationId}`, {
        name: `Not ${language}`,
        region: { ...NO_REGION, language },
      })
      expect([status, body]).toMatchObject([400, { errors: { 'region.language': expect.any(String) } }])
    },
  )
})
