import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startKillable } from '#lib/work/killable.ts'
import { zipOf } from '#test/zip.ts'
import { inspectFile } from './probe.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-probe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.useRealTimers()
})

const SOMEBODY = { organizationId: 'home', userId: 'somebody' }
const STUCK = { organizationId: 'stuck', userId: 'stuck' }

let made = 0
/** Inspects bytes under a meaningless name. */
function inspect(content: Buffer | string) {
  const file = path.join(folder, `${++made}.txt`)
  writeFileSync(file, content)
  return inspectFile(file, SOMEBODY)
}
const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url))
const cut = (content: Buffer, part: number) => content.subarray(0, Math.floor(content.length * part))

/** An incompressible image, so that truncating it loses data. */
const noise = () =>
  sharp({
    create: {
      width: 120,
      height: 80,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
const moving = async (count = 4) => {
  const frames = [...Array(count).keys()].map((n) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: { r: (n * 60) % 256, g: n, b: 9 } } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
}
const svg = (body: string, start = '') =>
  `${start}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${body}</svg>\n`

const PICTURES = {
  jpeg: () => noise().jpeg().toBuffer(),
  png: () => noise().png().toBuffer(),
  webp: () => noise().webp().toBuffer(),
  avif: () => noise().avif({ effort: 0 }).toBuffer(),
  gif: () => noise().gif().toBuffer(),
}

test.each(Object.entries(PICTURES))(
  'a complete %s is accepted, a truncated one refused',
  async (type, make) => {
    const content = await make()
    expect(await inspect(content)).toEqual({
      kind: 'image',
      mimetype: `image/${type}`,
      width: 120,
      height: 80,
      duration: null,
      codec: null,
    })
    for (const part of [0.3, 0.6, 0.95])
      await expect(inspect(cut(content, part))).rejects.toMatchObject({ errKey: 'UNSUPPORTED_MEDIA' })
  },
)

test('animated images count as one frame, and are refused when truncated', async () => {
  const gif = await (await moving()).gif({ effort: 1 }).toBuffer()
  expect(await inspect(gif)).toMatchObject({ mimetype: 'image/gif', width: 60, height: 40 })
  expect(await inspect(await (await moving()).webp().toBuffer())).toMatchObject({ width: 60, height: 40 })
  await expect(inspect(cut(gif, 0.7))).rejects.toThrow(/damaged/)
})

test('a rotated photograph has the size in which it is shown', async () => {
  const content = await noise().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await inspect(content)).toMatchObject({ width: 80, height: 120 })
})

test('FILE-05: an image of a few kilobytes that decodes to hundreds of megabytes is refused before decoding', async () => {
  const bomb = await sharp({
    create: { width: 20_000, height: 20_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer()
  await expect(inspect(bomb)).rejects.toThrow('is too large for screens: 20000 × 20000 pixels')
})

test('FILE-05: a canvas that is much larger than the frames on it is refused', async () => {
  const gif = await (await moving()).gif({ effort: 1 }).toBuffer()
  for (const [width, height] of [
    [65_535, 65_535],
    [65_535, 2000],
  ] as const) {
    const huge = Buffer.from(gif)
    huge.writeUInt16LE(width, 6)
    huge.writeUInt16LE(height, 8)
    await expect(inspect(huge)).rejects.toThrow(`is too large for screens: ${width} × ${height} pixels`)
  }
  // Frames outside the canvas enlarge it.
  const outside = Buffer.from(gif)
  const frame = outside.indexOf(0x2c, 13 + 3 * 2 ** ((outside.readUInt8(10) & 7) + 1))
  outside.writeUInt16LE(60_000, frame + 1)
  outside.writeUInt16LE(60_000, frame + 3)
  await expect(inspect(outside)).rejects.toMatchObject({ errKey: 'UNSUPPORTED_MEDIA' })
})

test('FILE-05: an animated image has a limit for all its frames together', async () => {
  const png = await PICTURES.png()
  /** An animated PNG that declares this many frames. */
  const animated = (frames: number) => {
    const chunk = Buffer.alloc(20)
    chunk.writeUInt32BE(8, 0)
    chunk.write('acTL', 4, 'latin1')
    chunk.writeUInt32BE(frames, 8)
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16)
    return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
  }
  expect(await inspect(animated(2000))).toMatchObject({ width: 120 })
  await expect(inspect(animated(2001))).rejects.toThrow('120 × 80 pixels, 2001 frames')
  await expect(inspect(animated(4_000_000_000))).rejects.toThrow('4000000000 frames')
  const gif = await (await moving(60)).gif({ effort: 1 }).toBuffer()
  gif.writeUInt16LE(10_000, 6)
  gif.writeUInt16LE(7000, 8)
  expect(await inspect(gif)).toMatchObject({ mimetype: 'image/gif' })
  gif.writeUInt16LE(8000, 8)
  await expect(inspect(gif)).rejects.toThrow('10000 × 8000 pixels, 60 frames')
})

test('FILE-04: SVGs are accepted; those that expand, are truncated or are huge are refused', async () => {
  expect(
    await inspect(svg('<rect width="9" height="9"/>', '\uFEFF<?xml version="1.0"?>\n<!-- by hand -->\n')),
  ).toMatchObject({
    mimetype: 'image/svg+xml',
    width: 200,
    height: 100,
  })
  await expect(
    inspect(svg('<text>&b;</text>', '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>')),
  ).rejects.toThrow(/entities/)
  await expect(inspect(svg('<rect/>').slice(0, 70))).rejects.toThrow(/damaged/)
  await expect(inspect(svg('<g><rect></g>'))).rejects.toThrow(/damaged/)
  await expect(
    inspect(svg('<rect/>').replace('viewBox="0 0 200 100"', 'width="99999" height="99999"')),
  ).rejects.toThrow(/too large/)
})

test.each([
  ['clip.mp4', 'video/mp4', 'avc1.f4000a'],
  ['tables-last.mp4', 'video/mp4', 'avc1.f4000a'],
  ['clip.mov', 'video/quicktime', 'avc1.f4000a'],
  ['clip.mkv', 'video/x-matroska', 'avc1.f4000a'],
  ['clip.webm', 'video/webm', 'vp8'],
])('FILE-07: %s is known, a cut one refused', async (name, mimetype, codec) => {
  const content = fixture(name)
  expect(await inspect(content)).toEqual({
    kind: 'video',
    mimetype,
    width: 128,
    height: 72,
    duration: 2,
    codec: codec.startsWith('avc1') ? expect.stringMatching(/^avc1\.[0-9a-f]{6}$/) : codec,
  })
  for (const part of [0.02, 0.4, 0.8, 0.97])
    await expect(inspect(cut(content, part))).rejects.toMatchObject({ errKey: 'UNSUPPORTED_MEDIA' })
})

test('FILE-07: a video without a picture track, or with one that browsers do not play, is refused with a reason', async () => {
  await expect(inspect(fixture('sound-only.mp4'))).rejects.toThrow('has no video track')
  await expect(inspect(fixture('old-codec.mp4'))).rejects.toThrow(/codec/)
})

test('a web package needs an index at the top or in its only folder', async () => {
  for (const names of [
    ['index.html', 'a/b.js'],
    ['Site/', 'Site/index.html', 'Site/a.css', '__MACOSX/Site/._a'],
    ['INDEX.HTML'],
    ['a/b/index.html', 'a/b/c/d.js'],
    ['./', './index.html', '.\\css\\a.css'],
    ['Site\\', 'Site\\index.html'],
  ])
    expect(await inspect(zipOf(names.map((name) => ({ name }))))).toMatchObject({
      kind: 'package',
      mimetype: 'application/zip',
    })
  for (const names of [[], ['a.txt'], ['a/index.html', 'b/index.html'], ['a/index.html', 'b.js']])
    await expect(inspect(zipOf(names.map((name) => ({ name }))))).rejects.toThrow(/no index.html/)
})

test.each<[string, Parameters<typeof zipOf>[0]]>([
  ['a path that climbs out', [{ name: '../../../index.html' }]],
  ['a path from the root', [{ name: '/etc/passwd' }]],
  ['a drive', [{ name: 'C:/x' }]],
  ['backslashes', [{ name: '..\\x' }]],
  ['a name with a line break', [{ name: 'a\nb' }]],
  ['a link', [{ name: 'x', mode: 0o120777 }]],
  ['a file twice', [{ name: 'a' }, { name: 'A' }]],
  ['a lock', [{ name: 'a', flags: 1 }]],
  ['an unknown packing', [{ name: 'a', method: 99 }]],
  ['more bytes than the archive has', [{ name: 'a', method: 8, packedSize: 10_000_000, size: 10_000_000 }]],
  ['a size beyond the limit', [{ name: 'a', method: 8, packedSize: 10, size: 2_000_000_000 }]],
  ['too many files', [...Array(2001).keys()].map((n) => ({ name: `${n}` }))],
])('a package with %s is refused', async (_what, entries) => {
  await expect(inspect(zipOf([{ name: 'index.html' }, ...entries]))).rejects.toMatchObject({
    errKey: 'UNSUPPORTED_MEDIA',
  })
})

test('a cut package is refused', async () => {
  await expect(inspect(cut(zipOf([{ name: 'index.html' }]), 0.8))).rejects.toThrow(/damaged/)
})

test('FILE-03, FILE-07: everything else is refused', async () => {
  await expect(inspect('')).rejects.toThrow('is empty')
  for (const content of [
    '<!doctype html><html><svg></svg></html>',
    'hello',
    '%!PS-Adobe-3.0',
    'MZ\0\0',
    '#EXTM3U\nhttp://127.0.0.1/x.ts',
    'ffconcat version 1.0\nfile /etc/passwd',
    '#!/bin/sh\necho',
    'RIFF\0\0\0\0AVI LIST',
  ])
    await expect(inspect(content)).rejects.toThrow(/isn't an image/)
  await expect(
    inspect(Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)])),
  ).rejects.toThrow(/HEIC/)
})

test('FILE-03: an image with appended or embedded data stays an image, and nothing else', async () => {
  const script = '<script>alert(1)</script>'
  const archive = zipOf([{ name: 'index.html', content: script }])
  const gif = await PICTURES.gif()
  for (const [content, mimetype] of [
    [Buffer.concat([await PICTURES.jpeg(), archive]), 'image/jpeg'],
    [Buffer.concat([await PICTURES.png(), Buffer.from(script)]), 'image/png'],
    [Buffer.concat([gif, Buffer.from(`/*${script}*/;`)]), 'image/gif'],
  ] as const) {
    const verdict = await inspect(content).catch(({ errKey }) => ({ errKey }))
    expect(verdict).toSatisfy(
      (each: { mimetype?: string; errKey?: string }) =>
        each.mimetype === mimetype || each.errKey === 'UNSUPPORTED_MEDIA',
    )
  }
})

test('inspects concurrent files one by one', async () => {
  const content = await PICTURES.png()
  const verdicts = await Promise.all([...Array(12).keys()].map(() => inspect(content)))
  expect(verdicts.every((each) => each.width === 120)).toBe(true)
})

test('a file that hangs its reader gets that process killed, and the next file is inspected', async () => {
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stuck = expect(inspectFile(pipe, STUCK)).rejects.toThrow('takes too long')
  await vi.advanceTimersByTimeAsync(31_000)
  await stuck
  vi.useRealTimers()
  expect(await inspect(await PICTURES.png())).toMatchObject({ width: 120 })
})

/**
 * Two kilobytes that take minutes to render: five levels, each of which draws the one below it ten times, and a filter.
 */
const SLOW = svg(
  `<defs>${[0, 1, 2, 3, 4].map((n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`).join('')}
  <filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="9"/></filter>
  <g id="l0" filter="url(#f)"><rect width="200" height="100"/></g></defs><use href="#l5"/>`,
)

test.each([
  ['comments', `${svg('<rect/>').trim()}${'<!---->'.repeat(60)}</svg`],
  ['comments and blanks', `${svg('<rect/>').trim()}${'<!-- -->\n'.repeat(9000)}x`],
  ['blanks', `${svg('<rect/>').trim()}${' '.repeat(400_000)}x`],
  ['tags that never end', svg('</svg '.repeat(60_000)).slice(0, -8)],
])('a drawing that ends in %s and something else is refused in linear time', async (_what, content) => {
  await inspect(svg('<rect/>'))
  const start = performance.now()
  await expect(inspect(content)).rejects.toThrow('is damaged')
  expect(performance.now() - start).toBeLessThan(5000)
})

test('an SVG may end in comments and whitespace', async () => {
  const content = `${svg('<rect/>').trim().replace('</svg>', '</SVG\n >')} <!-- made > by < hand -->\n<!---->\n`
  expect(await inspect(content.replace('SVG', 'svg'))).toMatchObject({ width: 200 })
})

test('RATE-03: deliberately slow files delay no other organization for long, and penalize their sender', async () => {
  await inspect(svg('<rect/>'))
  const file = path.join(folder, 'slow.svg')
  writeFileSync(file, SLOW)
  const organizations = ['a', 'b', 'c', 'd']
  const hostile = organizations.map(async (organizationId) => {
    const owner = { organizationId, userId: organizationId }
    await expect(inspectFile(file, owner)).rejects.toMatchObject({
      errKey: expect.stringMatching(/UNSUPPORTED_MEDIA|TOO_MANY_REQUESTS/),
    })
    await expect(inspectFile(file, owner)).rejects.toMatchObject({ errKey: 'TOO_MANY_REQUESTS' })
  })
  await new Promise((resolve) => setTimeout(resolve, 1200))
  const waits: number[] = []
  for (let n = 0; n < 8; n++) {
    const start = performance.now()
    await inspect(svg(`<rect width="${n}"/>`))
    waits.push(performance.now() - start)
  }
  // Each takes under two seconds on an idle machine; queued behind the slow ones each would take half a minute.
  expect(Math.max(...waits)).toBeLessThan(25_000)
  await Promise.all(hostile)
}, 120_000)

test('untrusted files are read at low priority, in all threads', async () => {
  const child = startKillable(new URL('./probe.worker.ts', import.meta.url), { heap: 64, output: 'ignore' })
  try {
    const file = path.join(folder, 'any.svg')
    writeFileSync(file, svg('<rect/>'))
    child.send({ path: file })
    await once(child, 'message')
    const threads =
      process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/task`).map(Number) : [child.pid]
    expect(threads.length).toBeGreaterThan(0)
    for (const thread of threads) expect(getPriority(thread)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  } finally {
    child.kill('SIGKILL')
  }
})
