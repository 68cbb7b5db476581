import { contract } from '@vitrine/contract'
import type { Media } from '@vitrine/contract/api/content/media'
import { type Call, createClient } from '@vitrine/contract/client'
import type { DemoServer } from './demo-server.ts'

/** The API as one demo user calls it: through the same handlers as everyone, but in process. */
export interface DemoCaller {
  api: ReturnType<typeof createClient<typeof contract>>
  /** Uploads images and videos with their thumbnails, in order. */
  upload(files: readonly DemoFile[], folderId?: string): Promise<Media[]>
}

export interface DemoFile {
  name: string
  type: string
  content: Buffer
  thumbnail: Buffer
}

export class RefusedCall extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function callerOf(server: Pick<DemoServer, 'inject'>, token = ''): DemoCaller {
  async function call(method: Call['method'], path: string, body?: unknown): Promise<unknown> {
    const sent = body instanceof FormData ? new Response(body) : undefined
    const answer = await server.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(sent && { 'content-type': sent.headers.get('content-type') ?? '' }),
      },
      payload: sent ? Buffer.from(await sent.arrayBuffer()) : (body as object | undefined),
    })
    if (answer.statusCode >= 400)
      throw new RefusedCall(answer.statusCode, `${method} ${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  return {
    api: createClient(contract, ({ method, path, body }) => call(method, path, body)),
    async upload(files, folderId) {
      const form = new FormData()
      for (const { name, type, content, thumbnail } of files) {
        form.append('media', new Blob([new Uint8Array(content)], { type }), name)
        form.append(
          'thumbnail',
          new Blob([new Uint8Array(thumbnail)], { type: 'image/webp' }),
          'thumbnail.webp',
        )
      }
      if (folderId) form.append('folderId', folderId)
      const { media } = (await call('POST', '/media', form)) as { media: Media[] }
      return media
    },
  }
}
