import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { sha256, TestScreen } from '#test/screen.ts'

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

  it('answers 304 to who has it', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const first = await screen.call('/player/manifest')
    const tag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    const again = await screen.call('/player/manifest', { 'if-none-match': tag })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('tells a removed screen that it is over, and only then refuses its token', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    await screen.open()
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await screen.next((told) => told.name === 'unpaired')
    expect((await refused(screen.api.player.manifest())).errKey).toBe('DEVICE_UNPAIRED')
  })
})
