import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, TestServer, useServer } from '#test/harness.ts'
import { FACTS, sha256, TestScreen } from '#test/screen.ts'
import { picture, upload } from '#test/uploads.ts'

describe('publishing', () => {
  const server = useServer()

  it('tells a connected screen what changed, and answers the same to one that asks', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const before = await screen.manifest()
    expect(before.group).toMatchObject({
      groupId: group.id,
      current: { defaultStoryboardId: storyboard.id },
      next: null,
      storyboards: { [storyboard.id]: { items: [{ pageId: layout.id, duration: 5 }] } },
      pages: { [layout.id]: { name: layout.name, version: 1 } },
    })
    await screen.open()
    expect(screen.told[0]?.data).toMatchObject({
      versions: { group: before.raw.group.version, device: before.raw.device.version },
      hashes: { group: before.raw.group.hash, device: before.raw.device.hash },
    })

    const { layout: saved } = await admin.api.layouts.update({
      params: { id: layout.id },
      body: { ...page('Good morning'), name: layout.name },
    })
    const { data } = await screen.next((told) => told.name === 'group')
    expect(data.version).toBe(before.raw.group.version + 1)
    expect(sha256(data.body ?? '')).toBe(data.hash)
    expect(JSON.parse(data.body ?? '').pages[layout.id]).toMatchObject({
      version: saved.version,
      config: { inputs: [{ name: 'w1-text', value: 'Good morning' }] },
    })
    const after = await screen.manifest()
    expect(after.raw.group).toEqual({ version: data.version, hash: data.hash, body: data.body })
    screen.hangUp()
  })

  it('sends a screen the transition of each page, as approved', async () => {
    const admin = await server().organization()
    const layouts = [await makeLayout(admin), await makeLayout(admin)]
    const items = layouts.map(({ id }, index) => ({
      layoutId: id,
      duration: 5,
      ...(index === 1 && { transition: 'slide' as const }),
    }))
    const { storyboard } = await admin.api.storyboards.create({
      body: { name: 'Coming', type: 'designed', items },
    })
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { group: told } = await screen.manifest()
    expect(told.storyboards[storyboard.id]?.items).toEqual([
      { pageId: layouts[0]?.id, duration: 5 },
      { pageId: layouts[1]?.id, duration: 5, transition: 'slide' },
    ])
  })

  it('sends a screen the delay before it returns from touches, as approved', async () => {
    const admin = await server().organization()
    const layouts = [await makeLayout(admin), await makeLayout(admin)]
    const body = (idleSeconds: number | null, idleOfSecond?: number) => ({
      name: 'Menu',
      type: 'designed' as const,
      idleSeconds,
      items: layouts.map(({ id }, index) => ({
        layoutId: id,
        duration: 5,
        ...(index === 1 && idleOfSecond !== undefined && { idleSeconds: idleOfSecond }),
      })),
    })
    const { storyboard } = await admin.api.storyboards.create({ body: body(60, 120) })
    expect(storyboard).toMatchObject({ idleSeconds: 60, items: [{}, { idleSeconds: 120 }] })
    const params = { id: storyboard.id }
    const approve = () => admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    await approve()
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const told = async () => (await screen.manifest()).group.storyboards[storyboard.id]
    expect(await told()).toMatchObject({
      idleSeconds: 60,
      items: [{ pageId: layouts[0]?.id }, { pageId: layouts[1]?.id, idleSeconds: 120 }],
    })
    expect((await told())?.items[0]).not.toHaveProperty('idleSeconds')

    const { storyboard: edited } = await admin.api.storyboards.update({
      params,
      body: { ...body(null), version: storyboard.version },
    })
    expect(edited.idleSeconds).toBeNull()
    expect((await admin.api.storyboards.review({ params })).review.approved).toMatchObject({
      idleSeconds: 60,
    })
    expect(await told()).toMatchObject({ idleSeconds: 60 })
    await approve()
    expect(await told()).not.toHaveProperty('idleSeconds')
    for (const wrong of [4, 86_401, 30.5])
      expect((await refused(admin.api.storyboards.create({ body: body(wrong) }))).status).toBe(400)
  })

  it("sends a screen its organization's files, whole or in ranges", async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const content = await picture()
    const [media] = await upload(admin, [{ name: 'a.png', content }])
    const zone = { ...page().widgets[0], id: 'z', type: 'media-looper', name: 'Zone' }
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: [zone] as ReturnType<typeof page>['widgets'],
      config: { inputs: [{ name: 'z-media', value: [{ mediaId: media?.id, duration: 5 }] }] },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { group: told } = await screen.manifest()
    const [[sha256, file] = ['', undefined]] = Object.entries(told.files)
    expect(file).toEqual({ size: content.length, mimetype: 'image/png' })
    expect(told.media[media?.id ?? '']).toMatchObject({ sha256, name: 'a.png' })

    const address = `${server().origins.player}/api/player/files/${sha256}`
    const get = (token: string, range?: string) =>
      fetch(address, { headers: { authorization: `Bearer ${token}`, ...(range && { range }) } })
    expect(Buffer.from(await (await get(screen.token)).arrayBuffer())).toEqual(content)
    const part = await get(screen.token, 'bytes=1-3')
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    const stranger = await TestScreen.claim(server(), other)
    expect((await get(stranger.token)).status).toBe(404)
  })

  it('answers 304 to who has it', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const first = await screen.call('/player/manifest')
    const tag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    const again = await screen.call('/player/manifest', { 'if-none-match': tag })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    'leaves a screen where it was moved last, however long the group before takes',
    async () => {
      const admin = await server().organization()
      const { id: groupId } = await makeGroup(admin, (await makeStoryboard(admin)).id)
      const screen = await TestScreen.claim(server(), admin)
      await screen.open()
      const { database, publisher } = server().services
      const { streams } = publisher
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
      const { promise: isOver, resolve: over } = Promise.withResolvers<void>()
      // The group's next version is stored when its row is not locked.
      await database
        .updateTable('device_groups')
        .set({ manifestHash: '' })
        .where('id', '=', groupId)
        .execute()
      const holding = database.transaction().execute(async (tx) => {
        await tx.selectFrom('device_groups').select('id').where('id', '=', groupId).forNoKeyUpdate().execute()
        locked()
        await isOver
      })
      await isLocked
      const move = async (deviceGroupId: string | null) => {
        const { deviceId: id } = screen
        await database.updateTable('devices').set({ deviceGroupId }).where('id', '=', id).execute()
        void publisher.publish([{ kind: 'group', id: groupId }])
        return publisher.publish([{ kind: 'device', id }])
      }
      const there = move(groupId)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await move(null)
      over()
      await Promise.all([holding, there])
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(streams.inGroup(groupId)).toBe(0)
      expect(screen.told.filter(({ name }) => name === 'group')).toEqual([])
      screen.hangUp()
    },
  )

  it('notifies a removed screen, and only then refuses its token', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    await screen.open()
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await screen.next((told) => told.name === 'unpaired')
    expect((await refused(screen.api.player.manifest())).errKey).toBe('DEVICE_UNPAIRED')
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('several servers on one database', () => {
  const server = useServer()

  it('tell their screens of what another one saved', async () => {
    const other = await TestServer.start({}, { beside: server() })
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)

    const { code, secret } = await other.as().api.player.startPairing({ body: { screen: FACTS } })
    const waiting = other.as().api.player.awaitPairing({ body: { secret } })
    await admin.api.devices.claim({ body: { code, name: 'Far', deviceGroupId: group.id } })
    const { claimed } = await waiting
    const screen = new TestScreen(other, claimed?.deviceId ?? '', claimed?.token ?? '')
    await screen.open()

    const saves = Array.from({ length: 5 }, (_, n) =>
      admin.api.layouts.update({
        params: { id: layout.id },
        body: { ...page(`Save ${n}`), name: layout.name },
      }),
    )
    await Promise.all(saves)
    await screen.next(({ data }) => data.body?.includes('"version":6') ?? false)
    const { hash, version } = (await screen.manifest()).raw.group
    const near = new TestScreen(server(), screen.deviceId, screen.token)
    expect((await near.manifest()).raw.group).toMatchObject({ hash, version })

    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await screen.next((told) => told.name === 'unpaired')
    expect((await refused(screen.api.player.manifest())).errKey).toBe('DEVICE_UNPAIRED')
    await other.close()
  })
})
