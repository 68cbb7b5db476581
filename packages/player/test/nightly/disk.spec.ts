import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from '@playwright/test'
import { type Tv, test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from '#test/content.ts'

const RED = '4,0,0'
const BLUE = '0,0,4'
const MB = 1_000_000

const groupWith = (file: TestFile, name: string) =>
  groupPart(
    contentOf([{ id: name, items: [{ page: zonePage(`p-${name}`, ['m']), seconds: 60 }] }], { m: file }),
    scheduleOf(name),
  )

/** A PNG's signature and fixed-length header. */
const PNG_HEAD = 33

/** An image whose pixels follow some bytes of noise, in chunks that decoders skip. */
async function largeImage({ image, server }: Tv, colour: string, noise: number): Promise<TestFile> {
  const { sha256, mimetype } = await image(colour)
  const small = server.files.get(sha256)?.bytes ?? Buffer.alloc(0)
  const chunk = (bytes: number) => {
    const named = Buffer.concat([Buffer.from('vtNe'), randomBytes(bytes)])
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(bytes)
    crc.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, crc])
  }
  const chunks = Array.from({ length: noise / MB }, () => chunk(MB))
  const bytes = Buffer.concat([small.subarray(0, PNG_HEAD), ...chunks, small.subarray(PNG_HEAD)])
  return { sha256: server.addFile(bytes, mimetype), size: bytes.length, mimetype }
}

/** The browser's real storage and its quota, neither of which `estimate()` reports. */
async function disk({ page, secure }: Tv) {
  const devtools = await page.context().newCDPSession(page)
  return {
    usage: async () => (await devtools.send('Storage.getUsageAndQuota', { origin: secure })).usage,
    limit: (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', {
        origin: secure,
        ...(quotaSize !== undefined && { quotaSize }),
      }),
  }
}

/** The stored bytes according to a fresh report. */
function reportedBytes(tv: Tv): number {
  tv.problems()
  return tv.server.heartbeats.at(-1)?.storage?.used ?? 0
}

test('PLAY-19 unneeded pieces of a file are counted, and removed', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith(await tv.image('red'), 'old'), devicePart())
  await expect.poll(colour).toBe(RED)
  const { usage } = await disk(tv)
  const before = await usage()
  const film = await largeImage(tv, 'blue', 40 * MB)
  const fault = (part: number) => {
    server.state.fault = (_request, response, call) => {
      if (!call.endsWith(film.sha256)) return false
      const bytes = server.files.get(film.sha256)?.bytes ?? Buffer.alloc(0)
      response.writeHead(200, { 'Content-Length': bytes.length })
      response.write(bytes.subarray(0, part), () => setTimeout(() => response.destroy(), 500))
      server.state.fault = (_again, refused, other) =>
        other.endsWith(film.sha256) && Boolean(refused.destroy())
      return true
    }
  }
  fault(20 * MB)
  server.publish('group', groupWith(film, 'new'))
  await expect.poll(usage, { timeout: 20_000 }).toBeGreaterThan(before + 5 * MB)
  await expect.poll(() => reportedBytes(tv), { timeout: 20_000 }).toBeGreaterThan(5 * MB)

  // The change is reverted while the screen is off.
  server.publish('group', groupWith(await tv.image('red'), 'old'), { silently: true })
  await page.reload()
  await expect.poll(usage, { timeout: 20_000 }).toBeLessThan(before + 2 * MB)
  await expect.poll(() => reportedBytes(tv), { timeout: 20_000 }).toBeLessThan(MB)

  // The same while it runs.
  fault(20 * MB)
  server.publish('group', groupWith(film, 'new'))
  await expect.poll(usage, { timeout: 20_000 }).toBeGreaterThan(before + 5 * MB)
  server.publish('group', groupWith(await tv.image('red'), 'old'))
  await expect.poll(usage, { timeout: 20_000 }).toBeLessThan(before + 2 * MB)
})

test('PLAY-07 a file as large as the free space fits, and evicts unneeded files', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith(await tv.image('red'), 'old'), devicePart())
  await expect.poll(colour).toBe(RED)
  const { usage, limit } = await disk(tv)
  await limit((await usage()) + 41 * MB)
  server.publish('group', groupWith(await largeImage(tv, 'blue', 39 * MB), 'first'))
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)

  server.publish('group', groupWith(await largeImage(tv, 'red', 38 * MB), 'second'))
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)
  await expect.poll(tv.problems, { timeout: 30_000 }).toMatch(/not enough space|quota/i)
  server.publish('group', groupWith(await tv.image('red'), 'small'))
  await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
  server.publish('group', groupWith(await largeImage(tv, 'blue', 38 * MB), 'third'))
  await expect.poll(colour, { timeout: 60_000 }).toBe(BLUE)
  await server.close()
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
  await expect.poll(colour).toBe(BLUE)
})

test('PLAY-19 on plain http, too, a large file is stored in the pieces in which it arrived', async ({
  tv,
}) => {
  const { page, server, insecure, colour } = tv
  await tv.connect(insecure, groupWith(await tv.image('red'), 'old'), devicePart())
  const film = await largeImage(tv, 'blue', 30 * MB)
  server.publish('group', groupWith(film, 'new'))
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)
  await page.reload()
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)
  await expect.poll(() => server.heartbeats.at(-1)?.screen.storage).toBe('indexeddb')
  expect(server.calls.filter((call) => call.endsWith(film.sha256))).toHaveLength(1)
  server.publish('group', groupWith(await tv.image('red'), 'small'))
  await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
  server.command({ kind: 'clear-cache' })
  await expect.poll(() => server.done.length).toBe(1)
  await expect.poll(() => reportedBytes(tv)).toBeLessThan(MB)
})
