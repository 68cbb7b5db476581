import { beforeEach, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, upload } from '#test/uploads.ts'

describe('the brand on screens without anything to play', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string; email: string }
  let screen: TestScreen
  let made = 0

  beforeEach(async () => {
    admin = await server().organization(`Corner bakery ${++made}`)
    screen = await TestScreen.claim(server(), admin, { name: 'Window' })
  })

  async function save(values: object) {
    const params = { id: admin.organizationId }
    const { name, version } = (await admin.api.organizations.get({ params })).organization
    await admin.api.organizations.update({ params, body: { name, version, ...values } as never })
  }
  const logo = async (content?: Buffer, name = 'logo.png') =>
    (await upload(admin, [{ name, content: content ?? (await picture()) }]))[0]
  const shown = async () => (await screen.manifest()).device.organization

  it('reaches them with its picture, in a color that is readable there, and goes with the brand', async () => {
    const before = await screen.manifest()
    expect(before.device.organization).toEqual({ id: admin.organizationId, name: `Corner bakery ${made}` })
    const media = await logo()
    await save({ brand: { primary: '#101010', accent: '', logoId: media?.id }, branded: true })
    const { device } = await screen.manifest()
    const { brand } = device.organization
    expect(brand).toMatchObject({ logo: expect.stringMatching(/^[0-9a-f]{64}$/), logoOnly: true })
    expect(brand?.color).toMatch(/^#[0-9a-f]{6}$/)
    expect(brand?.color).not.toBe('#101010')
    expect(Object.keys(device.files)).toEqual([brand?.logo])
    expect((await screen.call(`/player/files/${brand?.logo}`)).status).toBe(200)
    await save({ branded: false })
    const after = await screen.manifest()
    // Byte for byte what older versions send.
    expect(after.raw.device.hash).toBe(before.raw.device.hash)
  })

  it('follows its picture when the file is replaced', async () => {
    const media = await logo()
    await save({ brand: { primary: '', accent: '', logoId: media?.id }, branded: true })
    const first = (await shown()).brand?.logo
    await screen.open()
    const form = new FormData()
    form.set('media', new File([new Uint8Array(await picture('red'))], 'logo.png', { type: 'image/png' }))
    const { status } = await admin.call('POST', `/media/${media?.id}/file`, form)
    expect(status).toBe(200)
    await screen.next(({ name }) => name === 'device')
    screen.hangUp()
    const { brand } = await shown()
    expect(brand?.logo).not.toBe(first)
    expect(brand).toEqual({ logo: brand?.logo, logoOnly: true })
  })

  it('shows no drawing, and leaves what plays as it is', async () => {
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0"/></svg>',
    )
    await save({
      brand: { primary: '', accent: '', logoId: (await logo(drawing, 'a.svg'))?.id },
      branded: true,
    })
    expect((await shown()).brand).toEqual({})
    const storyboard = await makeStoryboard(admin, { approve: true })
    const group = await makeGroup(admin, storyboard.id)
    const params = { id: screen.deviceId }
    await admin.api.devices.update({ params, body: { name: 'Window', deviceGroupId: group.id } })
    const { group: part } = await screen.manifest()
    expect(part.current?.defaultStoryboardId).toBe(storyboard.id)
  })
})
