import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { Media } from '@vitrine/contract/api/content/media'
import { describe, expect, it } from 'vitest'
import { storageUse } from '#base/storage/queries.ts'
import { makeLayout, page } from '#test/content.ts'
import { followed, sendDeck } from '#test/decks.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { pdf } from '#test/pdf.ts'
import { fetchFile, form } from '#test/uploads.ts'

const DAY = 24 * 60 * 60_000

// Pages are rendered at low priority, so a busy machine takes long.
describe('the previous file of a PDF', { timeout: 240_000 }, () => {
  const server = useServer()
  const make = async (admin: Caller, file: Buffer, more: Record<string, string> = {}) => {
    const { deckId, folderId, storyboardId } = await followed(admin, await sendDeck(admin, file, more))
    return { id: deckId ?? '', folderId: folderId ?? '', storyboardId: storyboardId ?? '' }
  }
  const pages = async (admin: Caller, folderId: string): Promise<Media[]> => {
    const query = { sort: 'name' }
    return (await admin.api.media.folder({ params: { id: folderId }, query })).folder.media
  }
  const confirmed = async (admin: Caller, conversion: Conversion) => {
    const ended = await followed(admin, conversion)
    if (ended.state === 'asking') await admin.api.conversions.confirm({ params: { id: ended.id } })
    expect(await followed(admin, conversion)).toMatchObject({ state: 'done', error: null })
  }
  const replace = async (admin: Caller, id: string, file: Buffer, name = 'Menu.pdf') => {
    const { body } = await admin.call('POST', `/media/decks/${id}/file`, form([{ name, content: file }]))
    await confirmed(admin, (body as { conversion: Conversion }).conversion)
  }
  const restore = async (admin: Caller, id: string, version: number) => {
    const { conversion } = await admin.api.deckVersions.restore({ params: { id, version } })
    const ended = await followed(admin, conversion)
    expect(ended).toMatchObject({ state: 'done', error: null })
  }
  const versions = async (admin: Caller, id: string) =>
    (await admin.api.deckVersions.list({ params: { id } })).versions
  const played = async (admin: Caller, id: string) =>
    (await admin.api.storyboards.get({ params: { id } })).storyboard.items
  const content = async (admin: Caller, url: string) =>
    Buffer.from(await (await fetchFile(server(), admin, url)).arrayBuffer())

  it('is restored with its pages, layouts, and times, and so is the newer one', async () => {
    const admin = await server().organization()
    const first = pdf(2)
    const deck = await make(admin, first, { storyboard: '12' })
    const before = await pages(admin, deck.folderId)
    const { storyboard } = await admin.api.storyboards.get({ params: { id: deck.storyboardId } })
    const items = storyboard.items.map((item, index) =>
      index === 1 ? { ...item, duration: 30, transition: 'fade' as const } : item,
    )
    const body = {
      name: storyboard.name,
      type: storyboard.type,
      mode: storyboard.mode,
      items,
      idleSeconds: 90,
    }
    await admin.api.storyboards.update({ params: { id: deck.storyboardId }, body })

    const second = pdf(1, { content: () => '0 0.5 0 rg 0 0 960 540 re f' })
    await replace(admin, deck.id, second, 'Winter.pdf')
    expect(await pages(admin, deck.folderId)).toHaveLength(1)
    expect(await played(admin, deck.storyboardId)).toEqual(items.slice(0, 1))
    const [version] = await versions(admin, deck.id)
    expect(version).toMatchObject({ version: 1, name: 'Menu.pdf', pages: 2, size: first.length })
    expect(version?.replacedBy).not.toBe('')
    expect(Date.parse(version?.expiresAt ?? '') - Date.parse(version?.replacedAt ?? '')).toBe(30 * DAY)
    expect(await content(admin, `/media/decks/${deck.id}/versions/1/file`)).toEqual(first)

    await restore(admin, deck.id, 1)
    const after = await pages(admin, deck.folderId)
    expect(after.map(({ id, src }) => [id, src])).toEqual(before.map(({ id, src }) => [id, src]))
    expect(await played(admin, deck.storyboardId)).toEqual(items)
    expect((await admin.api.storyboards.get({ params: { id: deck.storyboardId } })).storyboard).toMatchObject(
      {
        idleSeconds: 90,
        status: 'pending',
      },
    )
    expect(await content(admin, `/media/decks/${deck.id}/file`)).toEqual(first)
    expect((await admin.api.trash.list()).trash).toEqual([])
    expect((await versions(admin, deck.id)).map((each) => each.version)).toEqual([2])

    await restore(admin, deck.id, 2)
    expect((await admin.api.decks.get({ params: { id: deck.id } })).deck).toMatchObject({
      name: 'Winter.pdf',
      pages: 1,
      version: 4,
    })
    expect(await content(admin, `/media/decks/${deck.id}/file`)).toEqual(second)
    expect(
      (await refused(admin.api.deckVersions.restore({ params: { id: deck.id, version: 2 } }))).status,
    ).toBe(404)
  })

  it('removes pages that the newer file added, except those in use', async () => {
    const admin = await server().organization()
    const deck = await make(admin, pdf(1), { storyboard: '5' })
    await replace(admin, deck.id, pdf(3))
    const [, , third] = await pages(admin, deck.folderId)
    await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: third?.id, duration: 5 }] }] },
    })
    await restore(admin, deck.id, 1)
    expect((await pages(admin, deck.folderId)).map(({ name }) => name)).toEqual(['Menu 001', 'Menu 003'])
    expect(await played(admin, deck.storyboardId)).toHaveLength(1)
  })

  it('skips pages that a user deleted, and renders those again that are gone from the trash', async () => {
    const admin = await server().organization()
    const deck = await make(admin, pdf(3))
    const [, second, third] = await pages(admin, deck.folderId)
    await admin.api.media.remove({ params: { id: second?.id ?? '' } })
    await replace(admin, deck.id, pdf(1, { content: () => '' }))
    await admin.api.trash.remove({ params: { id: third?.id ?? '' } })
    await restore(admin, deck.id, 1)
    const after = await pages(admin, deck.folderId)
    expect(after.map(({ name }) => name)).toEqual(['Menu 001', 'Menu 003'])
    expect(after[1]?.src).toBe(third?.src)
  })

  it('is counted as storage, goes to the trash and back with its folder, and is deleted after 30 days', async () => {
    const admin = await server().organization()
    const { services, clock } = server()
    const deck = await make(admin, pdf(1))
    await replace(admin, deck.id, pdf(1, { content: () => '' }))
    const use = async () =>
      (await storageUse(services.database, [{ id: admin.organizationId }])).get(admin.organizationId)?.total
    const full = (await use()) ?? 0
    await admin.api.media.removeFolder({ params: { id: deck.folderId } })
    await admin.api.trash.restore({ params: { id: deck.folderId } })
    expect(await versions(admin, deck.id)).toHaveLength(1)
    expect(await use()).toBe(full)
    clock.advance(30 * DAY + 1)
    await services.jobs.look()
    expect(full - ((await use()) ?? 0)).toBeGreaterThanOrEqual(pdf(1).length)
  })
})
