import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Media } from '@vitrine/contract/api/content/media'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { fetchFile, form, type Part, picture, refusedUpload, upload, uploadOne } from '#test/uploads.ts'

const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url))
/** 160 × 120 pixels that the file says to turn clockwise: red, with green at the top right once turned. Display P3. */
const turned = () => fixture('turned-p3.heic')
/** 64 × 48 pixels: the left half blue, the right half transparent. */
const transparent = () => fixture('transparent.heic')

/** The same photo with another declared size: the property `ispe` (ISO/IEC 23008-12, 6.5.3). */
function declaring(width: number, height: number): Buffer {
  const photo = Buffer.from(turned())
  const at = photo.indexOf('ispe')
  photo.writeUInt32BE(width, at + 8)
  photo.writeUInt32BE(height, at + 12)
  return photo
}

describe('HEIC photos', () => {
  const server = useServer()
  const bytesOf = async (caller: Caller, url: string) =>
    Buffer.from(await (await fetchFile(server(), caller, url)).arrayBuffer())
  const pixel = async (image: Buffer, x: number, y: number) => {
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + info.channels)]
  }
  const icon = async (): Promise<Part> => ({
    field: 'thumbnail',
    name: 't.png',
    content: await picture('gray'),
  })
  const resumable = async (caller: Caller, content: Buffer) => {
    const metadata = `filename ${Buffer.from('IMG_1.HEIC').toString('base64')}`
    const tus = { 'tus-resumable': '1.0.0' }
    const { headers } = await caller.call('POST', '/media/uploads', undefined, {
      ...tus,
      'upload-length': String(content.length),
      'upload-metadata': metadata,
    })
    await fetch(`${server().origins.console}${headers.get('location')}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        authorization: `Bearer ${caller.token}`,
        'upload-offset': '0',
      },
      body: content as Buffer<ArrayBuffer>,
    })
    return { content: headers.get('location')?.split('/').at(-1) ?? '' }
  }

  const WAYS = {
    'an upload': async (admin: Caller) =>
      upload(admin, [{ name: 'IMG_1.HEIC', content: turned() }, await icon()]),
    'a resumable upload': async (admin: Caller) =>
      upload(admin, [await resumable(admin, turned()), await icon()]),
    'a replacement': async (admin: Caller) => {
      const { id } = await uploadOne(admin, 'IMG_1.jpg')
      const parts = [{ name: 'IMG_2.HEIC', content: turned() }, await icon()]
      const { body } = await admin.call('POST', `/media/${id}/file`, form(parts))
      return [(body as { media: Media }).media]
    },
  }
  it.each(Object.entries(WAYS))(
    'become JPEG in %s: turned, in their colors, with a thumbnail',
    async (_, send) => {
      const admin = await server().organization()
      const [media] = await send(admin)
      expect(media).toMatchObject({ name: 'IMG_1.jpg', mimetype: 'image/jpeg', width: 120, height: 160 })
      const image = await bytesOf(admin, media?.url ?? '')
      const thumbnail = await bytesOf(admin, `/thumbnail/download/${media?.thumbnailId}`)
      const { icc: profile } = await sharp(turned()).metadata()
      expect(profile).toBeDefined()
      for (const each of [image, thumbnail]) {
        const { width, height, icc, exif } = await sharp(each).metadata()
        expect([width, height, exif]).toEqual([120, 160, undefined])
        expect(icc).toEqual(profile)
        const [red = 0, green = 0] = await pixel(each, 115, 5)
        expect(green).toBeGreaterThan(red + 80)
        const [ground = 0, rest = 0] = await pixel(each, 5, 5)
        expect(ground).toBeGreaterThan(rest + 80)
      }
      expect(readdirSync(path.join(server().folder, 'files', 'incoming'))).toEqual([])
    },
  )

  it('become PNG if they are transparent, and keep their order among other files', async () => {
    const admin = await server().organization()
    const media = await upload(admin, [
      { name: 'a.png', content: await picture() },
      { name: 'logo.heif', content: transparent() },
      { name: 'b.heic', content: turned() },
    ])
    expect(media.map(({ name, width }) => [name, width])).toEqual([
      ['a.png', 64],
      ['logo.png', 64],
      ['b.jpg', 120],
    ])
    const logo = await bytesOf(admin, media[1]?.url ?? '')
    expect((await pixel(logo, 60, 20))[3]).toBe(0)
    expect((await pixel(logo, 4, 20))[3]).toBe(255)
  })

  const HOSTILE: [string, () => Buffer, RegExp][] = [
    ['damaged ones', () => turned().subarray(0, 1300), /IMG\.HEIC is damaged/],
    ['a header only', () => turned().subarray(0, 40), /IMG\.HEIC is damaged/],
    ['50 megapixels and one row', () => declaring(10_000, 5_001), /too large to convert: 5001 × 10000/],
    ['gigapixels', () => declaring(60_000, 60_000), /IMG\.HEIC is (too large|damaged)/],
    ['more pixels than the file has', () => declaring(7000, 7000), /./],
  ]
  it.each(HOSTILE)('are refused with a sentence, and nothing is kept: %s', async (_, content, reason) => {
    const admin = await server().organization()
    const answer = await refusedUpload(admin, [
      { name: 'good.png', content: await picture() },
      { name: 'IMG.HEIC', content: content() },
    ])
    expect(answer).toMatchObject({ status: 415, errors: { 'media.1': expect.stringMatching(reason) } })
    expect((await admin.api.media.list()).media.media).toEqual([])
    expect(readdirSync(path.join(server().folder, 'files', 'incoming'))).toEqual([])
  })
})
