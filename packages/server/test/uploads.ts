import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Media } from '@vitrine/contract/api/content/media'
import type { ErrorBody } from '@vitrine/contract/errors'
import sharp from 'sharp'
import type { Caller, TestServer } from './harness.ts'

/** A small PNG of one color: different colors are different files. */
export const picture = (background = 'teal'): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .png()
    .toBuffer()

/** An incompressible image of about this many bytes. */
export function noise(bytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt(bytes / 3))
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

/** A two-second video of 128 × 72 pixels. */
export const video = (): Buffer => readFileSync(new URL('./fixtures/clip.mp4', import.meta.url))

export interface Part {
  field?: string
  name?: string
  content: Buffer | string
  type?: string
}

/** A multipart body as a browser sends it; parts without a file name are text values. */
export function form(parts: readonly Part[]): FormData {
  const data = new FormData()
  for (const { field = 'media', name, content, type } of parts)
    if (name === undefined) data.append(field, String(content))
    else data.append(field, new Blob([content as Buffer<ArrayBuffer>], { type: type ?? 'image/png' }), name)
  return data
}

/** Uploads files and returns the resulting media. */
export async function upload(caller: Caller, parts: readonly Part[]): Promise<Media[]> {
  const { status, body } = await caller.call('POST', '/media', form(parts))
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as { media: Media[] }).media
}

/** Uploads one file, a picture unless told otherwise. */
export async function uploadOne(caller: Caller, name = 'a.png', content?: Buffer): Promise<Media> {
  const [media] = await upload(caller, [{ name, content: content ?? (await picture()) }])
  if (!media) throw new Error('Nothing came back')
  return media
}

/** Sends a file as a resumable upload, and returns its id. */
export async function sendUpload(server: TestServer, caller: Caller, content: Buffer): Promise<string> {
  const headers = { 'upload-length': String(content.length), 'tus-resumable': '1.0.0' }
  const started = await caller.call('POST', '/media/uploads', undefined, headers)
  const location = started.headers.get('location') ?? ''
  const { status } = await fetch(`${server.origins.console}${location}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new Uint8Array(content),
  })
  if (status !== 204) throw new Error(`The upload was answered with ${status}`)
  return location.split('/').at(-1) ?? ''
}

/** Deletes a media item permanently, including its trash entry. */
export async function removeForGood(caller: Caller, id: string): Promise<void> {
  await caller.api.media.remove({ params: { id } })
  await caller.api.trash.remove({ params: { id } })
}

/** The response to an upload that must be refused. */
export async function refusedUpload(
  caller: Caller,
  parts: readonly Part[],
): Promise<ErrorBody & { status: number }> {
  const { status, body } = await caller.call('POST', '/media', form(parts))
  return { status, ...(body as ErrorBody) }
}

/** Fetches a path below the API base with the token in the URL, as pages do. */
export const fetchFile = (
  server: TestServer,
  caller: Caller,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(`${server.origins.console}/api${url}?token=${caller.token}`, { headers })

/** A quiet tone of this many seconds as 16-bit mono WAV. */
export function tone(seconds: number): Buffer {
  const rate = 8000
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let n = 0; n < rate * seconds; n++)
    samples.writeInt16LE(Math.round(3000 * Math.sin((n * 440 * 2 * Math.PI) / rate)), n * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Sends a captions file, SubRip unless told otherwise. */
export const sendCaptions = (
  caller: Caller,
  id: string,
  content: Buffer | string | undefined = '1\n00:00:00,500 --> 00:00:01,500\nHello\n',
  {
    name = 'clip.srt',
    language = 'en',
    version,
  }: { name?: string; language?: string; version?: number } = {},
) =>
  caller.call(
    'POST',
    `/media/${id}/captions`,
    form([
      { field: 'language', content: language },
      ...(version === undefined ? [] : [{ field: 'version', content: String(version) }]),
      ...(content === undefined ? [] : [{ field: 'captions', name, content, type: 'text/plain' }]),
    ]),
  )

/** A video with captions. */
export async function captionedVideo(caller: Caller, content?: string): Promise<Media> {
  const { id } = await uploadOne(caller, 'clip.mp4', video())
  const { status, body } = await sendCaptions(caller, id, content)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as { media: Media }).media
}
