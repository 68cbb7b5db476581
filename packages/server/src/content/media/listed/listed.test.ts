import type { FilesRule } from '@vitrine/contract/fields/files-rule'
import { ROLES } from '@vitrine/contract/permissions'
import { describe, expect, it } from 'vitest'
import { fillAllLists } from '#app/maintenance/fill-lists.ts'
import { approveEverything, setApproval } from '#test/approval/scene.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

const DAY = 86_400_000
const rule = (more: Partial<FilesRule> = {}): FilesRule => ({ order: 'name', most: 10, ...more })

describe('lists of media zones that fill themselves', () => {
  const server = useServer()

  const listing = (...files: FilesRule[]) => ({
    ...page(),
    widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
    config: {
      inputs: [{ name: 'w1-media', value: files.map((each) => ({ mediaId: '', files: each, duration: 5 })) }],
    },
  })
  /** A screen that plays a page with such a list. */
  const scene = async (...rules: FilesRule[]) => {
    const admin = await server().organization()
    const layout = await makeLayout(admin, listing(...rules))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    return { admin, layout, screen }
  }
  let made = 0
  const upload = async (admin: Caller, name: string, folderId?: string) => {
    const item = await uploadOne(admin, name, await picture(`hsl(${++made * 7}, 80%, 40%)`))
    if (folderId) await admin.api.media.moveMany({ body: { ids: [item.id], folderId } })
    return item
  }
  const tag = (admin: Caller, ids: string[], add: string[], remove: string[] = []) =>
    admin.api.media.tagMany({ body: { ids, add, remove } })
  const zoneOf = ({ pages }: { pages: object }) => {
    const [first] = Object.values(pages) as { config: { inputs: { name: string; value: unknown }[] } }[]
    const input = first?.config.inputs.find(({ name }) => name === 'w1-media')
    return input?.value as { mediaId: string; files?: unknown; showUntil?: string }[]
  }
  /** What a screen shows, and downloads. */
  const shown = async (screen: TestScreen) => {
    const { group } = await screen.manifest()
    const entries = zoneOf(group)
    expect(Object.keys(group.media).sort()).toEqual(
      [...new Set(entries.map(({ mediaId }) => mediaId))].sort(),
    )
    expect(Object.keys(group.files)).toHaveLength(Object.keys(group.media).length)
    return entries.map(({ mediaId }) => mediaId)
  }
  const runJob = () => {
    const { database, publisher, clock } = server().services
    return fillAllLists(database, publisher, clock.now())
  }

  it('show files once they are uploaded, tagged, or moved, and no longer once they are not, or deleted', async () => {
    const { admin, screen } = await scene(rule({ tags: ['menu'] }))
    expect(await shown(screen)).toEqual([])
    const [one, two] = [await upload(admin, 'b.png'), await upload(admin, 'a.png')]
    expect(await shown(screen)).toEqual([])
    await tag(admin, [one.id, two.id], ['Menu'])
    expect(await shown(screen)).toEqual([two.id, one.id])
    await admin.api.media.update({ params: { id: two.id }, body: { name: 'c.png' } })
    expect(await shown(screen)).toEqual([one.id, two.id])
    await tag(admin, [one.id], [], ['menu'])
    expect(await shown(screen)).toEqual([two.id])
    await admin.api.media.remove({ params: { id: two.id } })
    expect(await shown(screen)).toEqual([])
    await admin.api.trash.restore({ params: { id: two.id } })
    expect(await shown(screen)).toEqual([two.id])
    expect(await runJob()).toBe(0)
  })

  it('have a folder with all below, which is then in use, and files by name and kind', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Spring' } })
    const { folder: below } = await admin.api.media.createFolder({
      body: { name: 'Easter', folderId: folder.id },
    })
    const layout = await makeLayout(
      admin,
      listing(rule({ folderId: folder.id, name: 'egg', kinds: ['image'] })),
    )
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const screen = await TestScreen.claim(server(), admin, {
      deviceGroupId: (await makeGroup(admin, storyboard.id)).id,
    })
    const inside = await upload(admin, 'Egg 1.png', below.id)
    await upload(admin, 'Bunny.png', folder.id)
    const outside = await upload(admin, 'Egg 2.png')
    expect(await shown(screen)).toEqual([inside.id])
    await admin.api.media.moveMany({ body: { ids: [outside.id], folderId: folder.id } })
    expect(await shown(screen)).toEqual([inside.id, outside.id])
    for (const { id } of [folder, below]) {
      if (id === below.id) continue
      const refusal = await refused(admin.api.media.removeFolder({ params: { id } }))
      expect(refusal.body.usedIn).toMatchObject([{ id: layout.id }])
    }
    const { usedIn, screens } = await admin.api.media.uses({ params: { id: inside.id } })
    expect(JSON.stringify(usedIn)).toContain(layout.id)
    expect(screens.total).toBe(1)
    const { media } = await admin.api.media.listed({
      query: { files: JSON.stringify(rule({ folderId: folder.id, order: 'newest', most: 1 })) } as never,
    })
    expect(media.map(({ id }) => id)).toEqual([outside.id])
  })

  it('leave out files that have become too old, without a connection by a date, with one within a minute', async () => {
    const { admin, screen } = await scene(rule({ days: 2, order: 'newest', most: 2 }))
    const ids = [
      await upload(admin, 'a.png'),
      await upload(admin, 'b.png'),
      await upload(admin, 'c.png'),
    ].map(({ id }) => id)
    expect(await shown(screen)).toEqual([ids[2], ids[1]])
    const { group } = await screen.manifest()
    expect(zoneOf(group)[0]?.showUntil).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    server().clock.advance(2 * DAY - 60_000)
    expect(await runJob()).toBe(0)
    server().clock.advance(120_000)
    expect(await runJob()).toBe(1)
    expect(await shown(screen)).toEqual([])
  })

  it('are mixed in the same way on all screens, and have no more than they say', async () => {
    const { admin, screen } = await scene(rule({ order: 'mixed', most: 3 }), rule({ order: 'name', most: 1 }))
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await upload(admin, `${name}.png`)).id)
    const first = await shown(screen)
    expect(first).toHaveLength(4)
    expect(first[3]).toBe(ids[0])
    await runJob()
    expect(await shown(screen)).toEqual(first)
  })

  it('play the replaced file, and stay what they are for editors', async () => {
    const { admin, layout, screen } = await scene(rule({ tags: ['menu'] }))
    const item = await upload(admin, 'a.png')
    await tag(admin, [item.id], ['menu'])
    const { layout: edited } = await admin.api.layouts.get({ params: { id: layout.id } })
    const [input] = edited.config.inputs.filter(({ name }) => name === 'w1-media')
    expect(input?.value).toEqual([{ mediaId: '', files: rule({ tags: ['menu'] }), duration: 5 }])
    const body = { ...listing(rule({ tags: ['other'] })), name: layout.name }
    await admin.api.layouts.update({ params: { id: layout.id }, body })
    expect(await shown(screen)).toEqual([])
  })

  it('under strict approval, wait for someone who approves, in whose name the file came', async () => {
    const { admin, screen } = await scene(rule())
    await setApproval(admin, 'strict')
    const user = await server().user(admin, ['media'])
    const item = await upload(user, 'a.png')
    await tag(user, [item.id], ['any'])
    expect(await shown(screen)).toEqual([])
    await runJob()
    expect(await shown(screen)).toEqual([])
    const { changes } = await admin.api.approvals.list({ query: {} })
    expect(changes.length).toBeGreaterThan(0)
    await approveEverything(admin)
    expect(await shown(screen)).toEqual([item.id])
    const before = (await screen.manifest()).raw
    await tag(user, [item.id], [], ['any'])
    await refused(user.api.media.remove({ params: { id: item.id } })).catch(() => undefined)
    await runJob()
    expect((await screen.manifest()).raw.group.body).toBe(before.group.body)
  })

  it('of someone with rights for some folders, are of one of them', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Mine' } })
    const { folder: other } = await admin.api.media.createFolder({ body: { name: 'Theirs' } })
    const { secret } = await admin.api.apiKeys.create({
      body: { name: 'Part', role: ROLES.admin, scope: { places: null, folders: [folder.id] } },
    })
    const limited = server().as(secret)
    const create = (files: FilesRule) =>
      limited.api.layouts.create({ body: { ...listing(files), name: `L ${++made}` } })
    expect((await refused(create(rule()))).status).toBe(400)
    expect((await refused(create(rule({ folderId: other.id })))).status).toBe(400)
    const { layout } = await create(rule({ folderId: folder.id }))
    expect(layout.id).toBeDefined()
    await upload(admin, 'secret.png', other.id)
    const { media } = await limited.api.media.listed({ query: { files: JSON.stringify(rule()) } as never })
    expect(media).toEqual([])
  })

  it('find nothing of other organizations, and none of their folders', async () => {
    const [{ admin, screen }, stranger] = [await scene(rule()), await server().organization()]
    await upload(stranger, 'theirs.png')
    await runJob()
    expect(await shown(screen)).toEqual([])
    const { folder } = await stranger.api.media.createFolder({ body: { name: 'Theirs' } })
    const body = { ...listing(rule({ folderId: folder.id })), name: 'Wrong' }
    expect((await refused(admin.api.layouts.create({ body }))).status).toBe(400)
    const query = { files: '{"order":"name"}' } as never
    expect((await refused(admin.api.media.listed({ query }))).status).toBe(400)
  })
})
