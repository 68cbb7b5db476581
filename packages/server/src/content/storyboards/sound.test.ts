import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { tone, uploadOne } from '#test/uploads.ts'

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))

describe('sound', () => {
  const server = useServer()
  const storyboardWith = async (admin: Caller, audioId: string | null) => {
    const { id: layoutId } = await makeLayout(admin)
    const items = [{ layoutId, duration: 5 }]
    return { name: 'Lobby', type: 'designed' as const, audioId, items }
  }

  it.each([
    ['tone.mp3', 'audio/mpeg'],
    ['tone.m4a', 'audio/mp4'],
    ['tone.ogg', 'audio/ogg'],
  ])('%s is audio in the library, whatever its name', async (name, mimetype) => {
    const admin = await server().organization()
    const media = await uploadOne(admin, 'music', fixture(name))
    expect(media).toMatchObject({ mimetype, width: null, height: null })
    expect(media.duration).toBeCloseTo(2, 0)
    const { media: found } = (await admin.api.media.list({ query: { kinds: 'audio' } as never })).media
    expect(found.map(({ id }) => id)).toEqual([media.id])
  })

  it('a truncated file is refused', async () => {
    const admin = await server().organization()
    const whole = fixture('tone.m4a')
    await expect(uploadOne(admin, 'half.m4a', whole.subarray(0, whole.length / 2))).rejects.toThrow(/415/)
  })

  it("plays in the background of a storyboard as approved, and can't be deleted while it does", async () => {
    const admin = await server().organization()
    const [first, second] = [
      await uploadOne(admin, 'a.wav', tone(2)),
      await uploadOne(admin, 'b.wav', tone(3)),
    ]
    const body = await storyboardWith(admin, first.id)
    const { storyboard } = await admin.api.storyboards.create({ body })
    const params = { id: storyboard.id }
    const approve = () => admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    await approve()
    const { id: deviceGroupId } = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId })
    const told = async () => {
      const { group } = await screen.manifest()
      const audioId = group.storyboards[storyboard.id]?.audioId
      const { sha256 = '', mimetype } = group.media[audioId ?? ''] ?? {}
      return { audioId, mimetype, size: group.files[sha256]?.size }
    }
    expect(await told()).toEqual({ audioId: first.id, mimetype: 'audio/wav', size: tone(2).length })

    const uses = await admin.api.media.uses({ params: { id: first.id } })
    expect(uses.usedIn).toMatchObject([{ kind: 'storyboard', name: 'Lobby', type: 'designed' }])
    expect([uses.storyboards.total, uses.screens.total]).toEqual([1, 1])

    const edit = { ...body, audioId: second.id, version: storyboard.version }
    await admin.api.storyboards.update({ params, body: edit })
    expect(await told()).toMatchObject({ audioId: first.id })
    const { review } = await admin.api.storyboards.review({ params })
    expect(review.approved?.audioId).toBe(first.id)
    for (const { id } of [first, second])
      expect((await refused(admin.api.media.remove({ params: { id } }))).body.errKey).toBe('USED_IN_CARD')
    await approve()
    expect(await told()).toMatchObject({ audioId: second.id })
    await admin.api.media.remove({ params: { id: first.id } })
  })

  it('is audio of the own organization only, and pages cannot show it', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const foreign = await uploadOne(other, 'a.wav', tone(1))
    const image = await uploadOne(admin)
    for (const { id } of [foreign, image]) {
      const body = await storyboardWith(admin, id)
      const { status, body: answer } = await refused(admin.api.storyboards.create({ body }))
      expect([status, Object.keys(answer.errors ?? {})]).toEqual([400, ['audioId']])
    }
    const own = await uploadOne(admin, 'a.wav', tone(1))
    const zone = {
      id: 'z',
      type: 'media-looper',
      name: 'Zone',
      zIndex: 1,
      width: 100,
      height: 100,
      transform: '',
    }
    const inputs = [{ name: 'z-media', value: [{ mediaId: own.id, duration: 5 }] }]
    const body = { name: 'Page', width: 1920, height: 1080, widgets: [zone], config: { inputs } }
    expect((await refused(admin.api.layouts.create({ body: body as never }))).status).toBe(400)
  })

  it('of a deleted storyboard can be deleted, and is otherwise restored with it from the trash', async () => {
    const admin = await server().organization()
    const media = await uploadOne(admin, 'a.wav', tone(1))
    const restored = async () => {
      const { storyboard } = await admin.api.storyboards.create({
        body: await storyboardWith(admin, media.id),
      })
      const params = { id: storyboard.id }
      await admin.api.storyboards.remove({ params })
      return { params, restore: () => admin.api.trash.restore({ params }) }
    }
    const one = await restored()
    await one.restore()
    expect((await refused(admin.api.media.remove({ params: { id: media.id } }))).status).toBe(409)
    await admin.api.storyboards.remove({ params: one.params })
    const two = await restored()
    await admin.api.media.remove({ params: { id: media.id } })
    await admin.api.trash.remove({ params: { id: media.id } })
    await two.restore()
    expect((await admin.api.storyboards.get({ params: two.params })).storyboard.audioId).toBeNull()
  })

  it('has volume overrides by time of day, for screens with a configuration', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const volumeTimes = { timezone: 'Etc/GMT-2', times: [{ from: '08:00 PM', to: '07:00 AM', volume: 30 }] }
    const body = { name: 'Lobby', volume: 80, volumeTimes, devices: [screen.deviceId] }
    const { configuration } = await admin.api.deviceConfigurations.create({ body })
    expect(configuration.volumeTimes).toEqual(volumeTimes)
    const told = async () => (await screen.manifest()).device.configuration
    expect(await told()).toMatchObject({ volume: 80, volumeTimes })
    const params = { id: configuration.id }
    const save = (more: object) =>
      admin.api.deviceConfigurations.update({ params, body: { name: 'Lobby', volume: 50, ...more } })
    await save({})
    expect(await told()).toMatchObject({ volume: 50, volumeTimes })
    await save({ volumeTimes: null })
    expect(await told()).not.toHaveProperty('volumeTimes')
    const none = { ...volumeTimes, times: [{ from: '08:00 PM', to: '08:00 PM', volume: 30 }] }
    for (const wrong of [{ ...volumeTimes, times: [] }, none])
      expect((await refused(save({ volumeTimes: wrong }))).status).toBe(400)
  })
})
