import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { form, video } from '#test/uploads.ts'
import { ServerProcess } from './server-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-upload-kill-'))
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const TUS = { 'tus-resumable': '1.0.0' }
const KILLS = 8
type Call = Awaited<ReturnType<ServerProcess['signIn']>>

/** A real video: players skip the box of noise at its end. */
function film(size: number): Buffer<ArrayBuffer> {
  const clip = video()
  const box = randomBytes(size - clip.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([clip, box])
}

async function send(call: Call, content: Buffer<ArrayBuffer>) {
  const started = await call('POST', '/media/uploads', undefined, {
    ...TUS,
    'upload-length': String(content.length),
    'upload-metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
  })
  const place = started.headers.get('location')?.replace('/api', '') ?? ''
  const sent = await patch(call, place, 0, content)
  expect(sent.status).toBe(204)
  return { place, id: place.split('/').at(-1) ?? '' }
}

const patch = (call: Call, place: string, offset: number, content: Buffer<ArrayBuffer>) =>
  call('PATCH', place, content, {
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })
const use = (call: Call, id: string) => call('POST', '/media', form([{ content: id }]))

test('FILE-11: whenever the server is killed in the last step of an upload, no byte is sent again', async () => {
  server = await ServerProcess.start(folder)
  for (let kill = 0; kill < KILLS; kill++) {
    const content = film(4_000_000)
    const src = createHash('sha256').update(content).digest('hex')
    const before = await server.signIn()
    const { place, id } = await send(before, content)
    // From the first moment to some time after a quick machine is done.
    const answer = use(before, id).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, kill * 25))
    await server.kill()
    await answer
    await server.start()
    const call = await server.signIn()
    const head = await call('HEAD', place, undefined, TUS)
    if (head.status === 200) {
      expect(Number(head.headers.get('upload-offset'))).toBe(content.length)
      expect((await use(call, id)).status).toBe(201)
    } else expect(head.status).toBe(404)
    const list = (await (await call('GET', '/media')).json()) as { media: { media: { src: string }[] } }
    expect(list.media.media.filter((each) => each.src === src)).toHaveLength(1)
  }
}, 300_000)

test('an unusable folder for files is said in words, for a whole file as for a part', async () => {
  if (!server) throw new Error('The server was not started')
  const call = await server.signIn()
  const content = film(300_000)
  const started = await call('POST', '/media/uploads', undefined, {
    ...TUS,
    'upload-length': String(2 * content.length),
    'upload-metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
  })
  const place = started.headers.get('location')?.replace('/api', '') ?? ''
  await patch(call, place, 0, content)
  renameSync(path.join(folder, 'files'), path.join(folder, 'unmounted'))
  const answers = [
    await patch(call, place, content.length, content),
    await call('POST', '/media', form([{ name: 'film.mp4', content }])),
    await call('GET', '/media/uploads'),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      errKey: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining("can't read or write its files"),
    })
  }
  renameSync(path.join(folder, 'unmounted'), path.join(folder, 'files'))
  expect((await patch(call, place, content.length, content)).status).toBe(204)
})
