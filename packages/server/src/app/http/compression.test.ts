import type { OutgoingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { claimScreens } from '#test/screens.ts'
import { uploadOne } from '#test/uploads.ts'

const GZIP = { 'accept-encoding': 'br;q=0.9, gzip, deflate' }

describe('an answer of more than a kilobyte', () => {
  const server = useServer()
  const get = async (token: string | undefined, url: string, headers: Record<string, string> = {}) => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    const {
      rawPayload,
      headers: sent,
      statusCode,
    } = await server().inject({
      method: 'GET',
      url: `/api${url}`,
      headers: { ...authorization, ...headers },
    })
    return { bytes: rawPayload, sent: sent as OutgoingHttpHeaders, statusCode }
  }
  const withBuildings = async (count: number) => {
    const admin = await server().organization()
    for (let n = 0; n < count; n++)
      await admin.api.buildings.create({
        body: { name: `Building ${n}`, location: 'Riverside', floors: [{ name: 'Ground' }] },
      })
    return admin
  }

  it.each([
    ['a page', '/buildings?page=1&pageSize=50', 30],
    ['a list in parts', '/buildings', 520],
  ])('%s is compressed for clients that accept it, with the same text', async (_name, url, count) => {
    const { token } = await withBuildings(count)
    const plain = await get(token, url)
    const packed = await get(token, url, GZIP)
    expect(plain.sent['content-encoding']).toBeUndefined()
    expect(packed.sent['content-encoding']).toBe('gzip')
    expect(packed.sent.vary).toMatch(/accept-encoding/i)
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
  })

  it('of a screen is compressed too, and a short one is not', async () => {
    const admin = await withBuildings(1)
    const group = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const [screen] = await claimScreens(server(), admin, ['Door'], { deviceGroupId: group.id })
    const manifest = await get(screen?.token, '/player/manifest', GZIP)
    const text = gunzipSync(manifest.bytes).toString()
    expect(text.length).toBeGreaterThan(1024)
    expect(JSON.parse(text)).toHaveProperty('group')
    expect((await get(admin.token, '/buildings', GZIP)).sent['content-encoding']).toBeUndefined()
  })

  it('is sent as it is if it has secrets beside what a stranger sent, or is a file', async () => {
    const admin = await server().organization()
    const refused = await server().inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { ...GZIP, 'content-type': 'application/json' },
      payload: { email: `${'a'.repeat(2000)}@example.org`, password: 'wrong' },
    })
    expect(refused.headers['content-encoding']).toBeUndefined()
    const { id } = await uploadOne(admin)
    const file = await get(admin.token, `/media/download/${id}`, GZIP)
    expect([file.statusCode, file.sent['content-encoding']]).toEqual([200, undefined])
    const part = await get(admin.token, `/media/download/${id}`, { ...GZIP, range: 'bytes=0-9' })
    expect([part.statusCode, part.bytes.length, part.sent['content-encoding']]).toEqual([206, 10, undefined])
  })

  it('asked with a compressed body is refused: bodies are read as they are', async () => {
    const { token } = await server().organization()
    const { statusCode } = await server().inject({
      method: 'POST',
      url: '/api/buildings',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      payload: Buffer.from('H4sIAAAAAAAAA6tWKkktLlGyUlAqSCxJzVOqBQBYcLbtFQAAAA==', 'base64'),
    })
    expect(statusCode).toBe(400)
  })
})
