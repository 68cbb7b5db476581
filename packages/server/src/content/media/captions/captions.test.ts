import type { Captions, Media } from '@vitrine/contract/api/content/media'
import type { ErrorBody } from '@vitrine/contract/errors'
import { describe, expect, it } from 'vitest'
import { collectFiles } from '#base/storage/collector.ts'
import { storageUse } from '#base/storage/queries.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { captionedVideo, fetchFile, form, picture, sendCaptions, uploadOne, video } from '#test/uploads.ts'

const srt = (text: string) => `1\n00:00:00,500 --> 00:00:01,500\n${text}\n`
const vtt = (text: string) => `WEBVTT\n\n00:00:00.500 --> 00:00:01.500\n${text}\n\n`
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const MANY = Array.from({ length: 5001 }, () => '00:01.000 --> 00:02.000\nHi\n').join('\n')

describe('captions of a video', () => {
  const server = useServer()
  const read = async (admin: Caller, captions: Captions | null) =>
    (await fetchFile(server(), admin, captions?.url ?? '/nothing')).text()
  const saved = ({ status, body }: { status: number; body: unknown }) => {
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return (body as { media: Media }).media
  }

  it.each([
    ['SubRip', srt('Hello'), 'en', 'Hello'],
    ['WebVTT', vtt('Hello'), 'en', 'Hello'],
    ['UTF-8', srt('Größe 日本'), 'de', 'Größe 日本'],
    ['UTF-16 with a mark', wide(srt('Größe 日本')), 'de', 'Größe 日本'],
    ['UTF-16, big end first', wide(srt('Größe')).swap16(), 'de', 'Größe'],
    ['UTF-16 without a mark', Buffer.from(srt('Größe'), 'utf16le'), 'de', 'Größe'],
    ['Latin', Buffer.from(srt('Größe'), 'latin1'), 'de', 'Größe'],
    ['Cyrillic of Windows', Buffer.from(srt('\xcf\xf0\xe8\xe2\xe5\xf2'), 'latin1'), 'ru', 'Привет'],
    ['Arabic of Windows', Buffer.from(srt('\xe3\xd1\xcd\xc8\xc7'), 'latin1'), 'ar', 'مرحبا'],
    ['Shift JIS', Buffer.from(srt('\x93\xfa\x96{'), 'latin1'), 'ja', '日本'],
    ['styles and scripts', srt('<i>Hi</i> <script>alert(1)</script>'), 'en', 'Hi alert(1)'],
  ])('are stored as plain WebVTT: %s', async (_name, content, language, text) => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'clip.mp4', video())
    const { captions, version } = saved(await sendCaptions(admin, id, content, { language }))
    expect(captions).toMatchObject({ language, size: Buffer.byteLength(vtt(text)) })
    expect(version).toBe(2)
    expect(await read(admin, captions)).toBe(vtt(text))
    const file = await fetchFile(server(), admin, captions?.url ?? '')
    expect(file.headers.get('content-type')).toBe('text/vtt')
    expect(file.headers.get('content-disposition')).toContain(`clip.${language}.vtt`)
  })

  it.each<[string, Buffer | string, number, string]>([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 400, 'clip.srt has no captions. Choose'],
    ['an empty file', '', 400, 'clip.srt has no captions. Choose'],
    ['too many captions', MANY, 400, 'clip.srt has 5001 captions. A video can have up to 5000'],
    ['501 characters', srt('x'.repeat(501)), 400, 'at 00:00:00.500 that covers too much'],
    ['nine lines', srt('line\n'.repeat(9)), 400, 'Shorten it to 8 lines'],
    ['a file beyond the limit', srt('Hi').padEnd(2 ** 19 + 1), 413, 'clip.srt is larger than 512 kB'],
  ])('refuse %s in a sentence', async (_name, content, status, sentence) => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'clip.mp4', video())
    const refused = await sendCaptions(admin, id, content)
    expect(refused.status).toBe(status)
    expect((refused.body as ErrorBody).message).toContain(sentence)
    expect((await admin.api.media.get({ params: { id } })).media).toMatchObject({
      captions: null,
      version: 1,
    })
  })

  it('accept as many bytes, captions, lines, and characters as allowed', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'clip.mp4', video())
    const most = MANY.split('\n').slice(3).join('\n')
    expect((await sendCaptions(admin, id, most)).status).toBe(200)
    expect((await sendCaptions(admin, id, srt('Hi').padEnd(2 ** 19))).status).toBe(200)
    expect((await sendCaptions(admin, id, srt('line\n'.repeat(8)))).status).toBe(200)
    expect((await sendCaptions(admin, id, srt('x'.repeat(500)))).status).toBe(200)
  })

  it('need a video, a known language, and the version that the caller saw', async () => {
    const admin = await server().organization()
    const image = await uploadOne(admin, 'a.png', await picture())
    const { id } = await uploadOne(admin, 'clip.mp4', video())
    const errors = async (asked: Promise<{ body: unknown }>) =>
      Object.keys(((await asked).body as ErrorBody).errors ?? {})
    expect(await errors(sendCaptions(admin, image.id))).toEqual(['captions'])
    expect(await errors(sendCaptions(admin, id, undefined, { language: 'tlh' }))).toEqual(['language'])
    expect(await errors(sendCaptions(admin, id, undefined, { language: '' }))).toEqual(['language'])
    const none = form([{ field: 'language', content: 'en' }])
    expect(await errors(admin.call('POST', `/media/${id}/captions`, none))).toEqual(['captions'])
    expect((await sendCaptions(admin, id, srt('Old'), { version: 7 })).status).toBe(409)
    expect((await sendCaptions(admin, id, srt('New'), { version: 1 })).status).toBe(200)
  })

  it('can change their language alone', async () => {
    const admin = await server().organization()
    const before = await captionedVideo(admin)
    const language = form([{ field: 'language', content: 'de' }])
    const { captions } = saved(await admin.call('POST', `/media/${before.id}/captions`, language))
    expect(captions).toEqual({ ...before.captions, language: 'de' })
  })

  it('reach a screen as a file of its manifest, and leave it when they are removed', async () => {
    const admin = await server().organization()
    const { id, src, captions } = await captionedVideo(admin)
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: id, duration: 5 }] }] },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const { id: deviceGroupId } = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId })
    const { group } = await screen.manifest()
    const sha256 = captions?.src ?? ''
    expect(group.media[id]?.captions).toEqual({ sha256, language: 'en' })
    expect(group.files[sha256]).toEqual({ size: captions?.size, mimetype: 'text/vtt' })
    expect((await screen.call(`/player/files/${sha256}`)).status).toBe(200)
    await admin.api.captions.remove({ params: { id }, body: {} })
    const { group: after } = await screen.manifest()
    expect(after.media[id]?.captions).toBeUndefined()
    expect(Object.keys(after.files)).toEqual([src])
    expect((await fetchFile(server(), admin, captions?.url ?? '')).status).toBe(404)
  })

  it('stay when the video is replaced, count as storage, and are restored from the trash', async () => {
    const admin = await server().organization()
    const { services, clock } = server()
    const { id, captions } = await captionedVideo(admin, srt('Back again'))
    const replaced = await admin.call(
      'POST',
      `/media/${id}/file`,
      form([{ name: 'b.mp4', content: video() }]),
    )
    expect((replaced.body as { media: Media }).media.captions).toEqual(captions)
    const use = async () =>
      (await storageUse(services.database, [{ id: admin.organizationId }])).get(admin.organizationId)?.total
    expect(await use()).toBe(2 * video().length + (captions?.size ?? 0))
    const collect = async () => {
      for (let run = 0; run < 3; run++) {
        await collectFiles(services, true)
        clock.advance(61_000)
      }
    }
    await collect()
    expect(await services.blobs.size(captions?.src ?? '')).toBe(captions?.size)
    await admin.api.media.remove({ params: { id } })
    await collect()
    expect(await services.blobs.size(captions?.src ?? '')).toBe(captions?.size)
    await admin.api.trash.restore({ params: { id } })
    const { media } = await admin.api.media.get({ params: { id } })
    expect(media.captions).toEqual(captions)
    expect(await read(admin, media.captions)).toBe(vtt('Back again'))
    await admin.api.captions.remove({ params: { id }, body: {} })
    await collect()
    expect(await services.blobs.size(captions?.src ?? '')).toBeUndefined()
  })
})
