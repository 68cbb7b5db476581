import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import type { Media } from '@vitrine/contract/api/content/media'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import type { ErrorBody } from '@vitrine/contract/errors'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, page } from '#test/content.ts'
import { followed, sendDeck } from '#test/decks.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { pdf } from '#test/pdf.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile, form, refusedUpload } from '#test/uploads.ts'

/** Whether its only widget covers screens of every shape, with blurred edges. */
function fillsScreens(layout: LayoutDocument): boolean {
  const page = readDocument(layout, WIDGET_FIELDS)
  return [SCREEN_SIZES[2], SCREEN_SIZES[3], { width: 1000, height: 1000 }].every((screen) => {
    const { width, height, widgets } = inShapeOf(page, screen)
    const [zone] = widgets
    const isWhole = zone?.width === width && zone.height === height && zone.settings.fit === 'blur'
    return isWhole && Math.abs(width / height - screen.width / screen.height) < 0.01
  })
}

// Pages are rendered at low priority, so a busy machine takes long.
describe('a PDF', { timeout: 240_000 }, () => {
  const server = useServer()
  const make = async (admin: Caller, file = pdf(2), more: Record<string, string> = {}) => {
    const conversion = await followed(admin, await sendDeck(admin, file, more))
    expect(conversion).toMatchObject({ state: 'done', error: null })
    return conversion
  }
  const pages = async (admin: Caller, conversion: Conversion): Promise<Media[]> => {
    const params = { id: conversion.folderId ?? '' }
    return (await admin.api.media.folder({ params, query: { sort: 'name' } })).folder.media
  }
  const replace = async (admin: Caller, deckId: string | null, file: Buffer, version = '') => {
    const parts = [
      { field: 'version', content: version },
      { name: 'Menu.pdf', content: file },
    ]
    const { status, body } = await admin.call('POST', `/media/decks/${deckId}/file`, form(parts))
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return followed(admin, (body as { conversion: Conversion }).conversion)
  }

  it('becomes images as large as a 4K screen, in a folder with its name', async () => {
    const admin = await server().organization()
    const conversion = await make(admin)
    expect(conversion).toMatchObject({
      kind: 'deck',
      name: 'Menu.pdf',
      done: 2,
      total: 2,
      storyboardId: null,
    })
    const { folder } = await admin.api.media.folder({ params: { id: conversion.folderId ?? '' } })
    expect(folder).toMatchObject({ name: 'Menu', deck: { name: 'Menu.pdf', pages: 2, version: 1 } })
    const media = await pages(admin, conversion)
    expect(media.map(({ name }) => name)).toEqual(['Menu 001', 'Menu 002'])
    for (const each of media) {
      expect(each).toMatchObject({ mimetype: 'image/png', width: 3840, height: 2160 })
      expect(each.thumbnailId).not.toBeNull()
    }
    expect(new Set(media.map(({ src }) => src)).size).toBe(2)
    const original = await fetchFile(server(), admin, `/media/decks/${conversion.deckId}/file`)
    expect(Buffer.from(await original.arrayBuffer())).toEqual(pdf(2))
    expect((await make(admin, pdf(1))).folderId).not.toBe(conversion.folderId)
  })

  it('shows its first page before it is stored', async () => {
    const admin = await server().organization()
    const ask = (content: Buffer, name = 'Menu.pdf') =>
      admin.call('POST', '/media/decks/preview', form([{ name, content }]))
    const { status, body } = await ask(pdf(3))
    expect([status, body]).toMatchObject([200, { mimetype: 'image/png', pages: 3 }])
    const { picture } = body as { picture: string }
    const { width, height } = await sharp(Buffer.from(picture, 'base64')).metadata()
    expect([width, height]).toEqual([1280, 720])
    const locked = await ask(
      pdf(1, { trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4 >>' }),
    )
    expect([locked.status, locked.body]).toMatchObject([415, { errKey: 'UNSUPPORTED_MEDIA' }])
    expect(await ask(Buffer.from('Dear all'), 'letter.pdf')).toMatchObject({ status: 415 })
    expect((await admin.api.media.list()).media.media).toEqual([])
    const viewer = await server().user(admin, [])
    const refusedCall = await viewer.call(
      'POST',
      '/media/decks/preview',
      form([{ name: 'Menu.pdf', content: pdf(1) }]),
    )
    expect(refusedCall.status).toBe(403)
  })

  it('gets a storyboard that waits for approval, if requested', async () => {
    const admin = await server().organization()
    const conversion = await make(admin, pdf(2), { storyboard: '12' })
    const params = { id: conversion.storyboardId ?? '' }
    const { storyboard } = await admin.api.storyboards.get({ params })
    expect(storyboard).toMatchObject({ name: 'Menu', type: 'designed', mode: 'AUTO', status: 'pending' })
    expect(storyboard).toMatchObject({ width: 1920, height: 1080, approvedVersion: null })
    expect(storyboard.items.map(({ duration }) => duration)).toEqual([12, 12])
    for (const { layoutId = '' } of storyboard.items) {
      const { layout } = await admin.api.layouts.get({ params: { id: layoutId } })
      expect(fillsScreens(layout)).toBe(true)
    }
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const group = await makeGroup(admin, params.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const shown = (await screen.manifest()).group.media
    expect(Object.keys(shown).sort()).toEqual((await pages(admin, conversion)).map(({ id }) => id).sort())
  })

  it('keeps media ids, durations and schedules when it is replaced, and adds pages at the end', async () => {
    const admin = await server().organization()
    const first = await make(admin, pdf(1), { storyboard: '12' })
    const before = await pages(admin, first)
    const params = { id: first.storyboardId ?? '' }
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const recolored = (n: number) => `0 0.${n} 0 rg 0 0 960 540 re f`
    const again = await replace(admin, first.deckId, pdf(2, { content: recolored }), '1')
    expect(again).toMatchObject({ state: 'done', deckId: first.deckId, folderId: first.folderId, total: 2 })
    const after = await pages(admin, first)
    expect(after.map(({ id }) => id)[0]).toEqual(before[0]?.id)
    expect(after.map(({ src }) => src)).not.toContain(before[0]?.src)
    const versions = await admin.api.mediaVersions.list({ params: { id: before[0]?.id ?? '' } })
    expect(versions.versions[0]?.src).toBe(before[0]?.src)
    const { storyboard } = await admin.api.storyboards.get({ params })
    expect(storyboard.items.map(({ duration }) => duration)).toEqual([12, 12])
    expect(storyboard).toMatchObject({ status: 'pending', approvedVersion: 1 })
    const same = await replace(admin, first.deckId, pdf(2, { content: recolored }))
    expect(same.state).toBe('done')
    expect((await pages(admin, first)).map(({ version }) => version)).toEqual(
      after.map(({ version }) => version),
    )
  })

  it('asks before removing pages in use, and keeps those', async () => {
    const admin = await server().organization()
    const first = await make(admin, pdf(3))
    const before = await pages(admin, first)
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: before[2]?.id, duration: 5 }] }] },
    })
    const asking = await replace(admin, first.deckId, pdf(1, { content: () => '' }))
    expect(asking).toMatchObject({
      state: 'asking',
      removed: { pages: [2, 3], usedIn: [{ kind: 'layout', id: layout.id }] },
    })
    expect((await pages(admin, first)).map(({ src }) => src)).toEqual(before.map(({ src }) => src))
    const params = { id: asking.id }
    const busy = await admin.call(
      'POST',
      `/media/decks/${first.deckId}/file`,
      form([{ name: 'a.pdf', content: pdf(1) }]),
    )
    expect(busy.status).toBe(409)
    await admin.api.conversions.confirm({ params })
    expect((await followed(admin, asking)).state).toBe('done')
    const after = await pages(admin, first)
    expect(after.map(({ name }) => name)).toEqual(['Menu 001', 'Menu 003'])
    expect(after[1]?.src).toBe(before[2]?.src)
    expect((await refused(admin.api.conversions.confirm({ params }))).status).toBe(409)
    // It shows again once the file has that many pages.
    await replace(admin, first.deckId, pdf(3))
    expect((await pages(admin, first)).map(({ name }) => name)).toEqual(['Menu 001', 'Menu 003'])
  })

  it('removes missing pages from its storyboard, which asks first and waits for approval', async () => {
    const admin = await server().organization()
    const first = await make(admin, pdf(2), { storyboard: '5' })
    const asking = await replace(admin, first.deckId, pdf(1))
    expect(asking.removed).toMatchObject({ pages: [2], usedIn: [{ kind: 'storyboard', name: 'Menu' }] })
    await admin.api.conversions.confirm({ params: { id: asking.id } })
    await followed(admin, asking)
    const { storyboard } = await admin.api.storyboards.get({ params: { id: first.storyboardId ?? '' } })
    expect(storyboard.items).toHaveLength(1)
    expect(await pages(admin, first)).toHaveLength(1)
    expect((await admin.api.layouts.list()).layoutList).toHaveLength(1)
  })

  it('can be canceled, and an outdated version is refused', async () => {
    const admin = await server().organization()
    const first = await make(admin, pdf(1))
    await expect(replace(admin, first.deckId, pdf(1), '7')).rejects.toThrow(/409/)
    const sent = await sendDeck(admin, pdf(40))
    await admin.api.conversions.cancel({ params: { id: sent.id } })
    expect((await refused(admin.api.conversions.get({ params: { id: sent.id } }))).status).toBe(404)
    const folders = (await admin.api.media.list()).media.folders
    expect(folders.map(({ name }) => name)).toEqual(['Menu'])
  })

  it('needs permission for the storyboard, and uses its own route', async () => {
    const admin = await server().organization()
    const user = await server().user(admin, ['media'])
    const parts = [
      { field: 'storyboard', content: '10' },
      { name: 'Menu.pdf', content: pdf(1) },
    ]
    expect((await user.call('POST', '/media/decks', form(parts))).status).toBe(403)
    const { status, message } = await refusedUpload(admin, [{ name: 'Menu.pdf', content: pdf(1) }])
    expect([status, message]).toEqual([415, expect.stringContaining('POST /media/decks')])
    const other = await admin.call('POST', '/media/decks', form([{ name: 'a.png', content: 'no' }]))
    expect([other.status, (other.body as ErrorBody).errKey]).toEqual([415, 'UNSUPPORTED_MEDIA'])
  })

  it('is retried by another server if the first one crashed', async () => {
    const admin = await server().organization()
    const { services, clock } = server()
    const sent = await followed(admin, await sendDeck(admin, pdf(1)))
    await services.database
      .updateTable('conversions')
      .set({ state: 'running', deckId: null, leaseUntil: clock.now() + 1000, attempts: 1 })
      .where('id', '=', sent.id)
      .execute()
    await services.jobs.start('draw-slides')
    expect((await admin.api.conversions.get({ params: { id: sent.id } })).conversion.state).toBe('running')
    clock.advance(1001)
    await services.jobs.start('draw-slides')
    expect((await followed(admin, sent)).state).toBe('done')
  })

  it('keeps its file, pages and storyboard when its folder or a page is restored from the trash', async () => {
    const admin = await server().organization()
    const first = await make(admin, pdf(2), { storyboard: '5' })
    const [folderId, deckId] = [first.folderId ?? '', first.deckId ?? '']
    const params = { id: folderId }
    const restore = (id: string) => admin.api.trash.restore({ params: { id } })
    const deck = async () => (await admin.api.media.folder({ params })).folder.deck
    const before = await deck()
    expect(before).toMatchObject({ id: deckId, storyboardId: first.storyboardId })
    const [page1, page2] = await pages(admin, first)

    const storyboardId = first.storyboardId ?? ''
    const { storyboard } = await admin.api.storyboards.get({ params: { id: storyboardId } })
    const layoutIds = storyboard.items.map(({ layoutId }) => layoutId ?? '')
    await admin.api.storyboards.remove({ params: { id: storyboardId } })
    expect((await deck())?.storyboardId).toBeNull()
    for (const id of layoutIds) await admin.api.layouts.remove({ params: { id } })
    // A single page: first its image, then its row.
    await admin.api.media.remove({ params: { id: page2?.id ?? '' } })
    await admin.api.media.removeFolder({ params })
    expect((await refused(admin.api.decks.get({ params: { id: deckId } }))).status).toBe(404)

    expect((await restore(folderId)).restored).toMatchObject({ missing: 0 })
    expect(await deck()).toMatchObject({ ...before, storyboardId: null })
    await restore(page2?.id ?? '')
    await restore(storyboardId)
    expect(await deck()).toEqual(before)
    const original = await fetchFile(server(), admin, `/media/decks/${deckId}/file`)
    expect(Buffer.from(await original.arrayBuffer())).toEqual(pdf(2))
    // Restored pages and layouts belong to the deck again: a shorter file removes them, with the storyboard's page.
    const asking = await replace(admin, deckId, pdf(1))
    expect(asking).toMatchObject({
      state: 'asking',
      removed: { pages: [2], usedIn: [{ kind: 'storyboard', id: storyboardId }] },
    })
    await admin.api.conversions.confirm({ params: { id: asking.id } })
    expect(await followed(admin, asking)).toMatchObject({ state: 'done' })
    expect((await pages(admin, first)).map(({ id }) => id)).toEqual([page1?.id])
    expect((await admin.api.layouts.list()).layoutList.map(({ id }) => id)).toEqual([layoutIds[0]])
  })
})
