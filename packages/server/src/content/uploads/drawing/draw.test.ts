import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { inspectFile } from '#content/uploads/probing/probe.ts'
import { EXTRA, pdf, streamOf } from '#test/pdf.ts'
import { zipOf } from '#test/zip.ts'
import { drawPage } from './api.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-draw-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
const saved = (content: Buffer | string) => {
  const file = path.join(folder, String(++made))
  writeFileSync(file, content)
  return file
}
/** Each from another organization, because work that hits limits penalizes its owner. */
const owner = () => ({ organizationId: `o${++made}`, userId: `u${made}` })
const draw = (content: Buffer, page = 1) => drawPage(saved(content), page, owner())
const pixel = async (bytes: Uint8Array, left: number, top: number) =>
  [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].slice(0, 3)

describe('rendering a page of a PDF', () => {
  it('renders it as large as a 4K screen, with its colors, text in missing fonts, and a thumbnail', async () => {
    const { bytes, thumbnail, ...facts } = await draw(
      pdf(2, { content: () => '1 0 0 rg 0 0 480 540 re f' }),
      2,
    )
    expect(facts).toEqual({ width: 3840, height: 2160, mimetype: 'image/png' })
    expect(await pixel(bytes, 100, 100)).toEqual([255, 0, 0])
    expect(await pixel(bytes, 3000, 100)).toEqual([255, 255, 255])
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 180 })
    const text = await draw(pdf(1, { content: () => 'BT /F1 300 Tf 20 100 Td (Abc) Tj ET' }))
    expect((await sharp(text.bytes).stats()).channels[0]?.min).toBe(0)
  })

  it('renders the colors of a page and of its thumbnail where the author put them', async () => {
    const quarters = [
      [220, 30, 30],
      [30, 180, 60],
      [40, 70, 220],
      [240, 210, 40],
    ] as const
    const content = quarters.map(([r, g, b], at) => {
      const color = [r, g, b].map((part) => (part / 255).toFixed(4)).join(' ')
      return `${color} rg ${(at % 2) * 160} ${at < 2 ? 90 : 0} 160 90 re f`
    })
    const { bytes, thumbnail } = await draw(
      pdf(1, { box: [0, 0, 320, 180], content: () => content.join('\n') }),
    )
    for (const [picture, width] of [
      [bytes, 3840],
      [thumbnail, 320],
    ] as const)
      for (const [at, color] of quarters.entries()) {
        const seen = await pixel(
          picture,
          width * (at % 2 ? 0.9 : 0.1),
          width * (9 / 16) * (at < 2 ? 0.1 : 0.9),
        )
        for (const [part, value] of color.entries())
          expect(Math.abs((seen[part] ?? 0) - value), `${width} ${at}: ${seen}`).toBeLessThanOrEqual(12)
      }
  })

  it('turns portrait pages, and shrinks huge page boxes', async () => {
    expect(await draw(pdf(1, { box: [0, 0, 595, 842] }))).toMatchObject({ width: 2714, height: 3840 })
    expect(await draw(pdf(1, { box: [0, 0, 1e9, 1e9] }))).toMatchObject({ width: 3840, height: 3840 })
  })
})

describe('hostile PDFs', () => {
  it('a page too narrow for any screen', async () => {
    await expect(draw(pdf(1, { box: [0, 0, 1e6, 10] }))).rejects.toThrow(/too narrow for screens: page 1/)
  })

  it('pages and forms that contain themselves end within the limits', async () => {
    const loop = pdf(1)
    const own = Buffer.from(loop.toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]'), 'latin1')
    await expect(draw(own)).rejects.toThrow()
    const form = streamOf(
      '/X1 Do',
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 ${EXTRA} 0 R >> >>`,
    )
    const done = await draw(pdf(1, { content: () => '/X1 Do', extra: [form] })).catch(
      (error) => error.message,
    )
    expect(done).toBeTruthy()
  })

  it('a bomb ends at the limit of memory or time, with a message, while others are rendered', async () => {
    const bomb = pdf(1, { content: () => '0 0 m 1 1 l S '.repeat(12_000_000) })
    expect(bomb.length).toBeLessThan(5 * 2 ** 20)
    const refused = expect(draw(bomb)).rejects.toThrow(/memory|too long/)
    expect(await draw(pdf(1))).toMatchObject({ width: 3840 })
    await refused
  }, 120_000)
})

describe('slides', () => {
  const inspect = (content: Buffer) => inspectFile(saved(content), owner())
  it('are distinguished from web packages and other documents by their content', async () => {
    const odp = 'application/vnd.oasis.opendocument.presentation'
    expect(await inspect(zipOf([{ name: 'mimetype', content: odp }]))).toMatchObject({
      kind: 'deck',
      mimetype: odp,
    })
    expect(await inspect(zipOf([{ name: 'ppt/presentation.xml', content: '' }]))).toMatchObject({
      kind: 'deck',
    })
    expect(
      await inspect(
        zipOf([
          { name: 'index.html', content: '' },
          { name: 'ppt/presentation.xml', content: '' },
        ]),
      ),
    ).toMatchObject({ kind: 'package' })
    await expect(inspect(zipOf([{ name: 'word/document.xml', content: '' }]))).rejects.toThrow(
      /Save it as PDF/,
    )
    const ole = Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')
    await expect(inspect(ole)).rejects.toThrow(/old Office file or has a password/)
  })
})
