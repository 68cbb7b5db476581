// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { expectNotification, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { picture } from '#test/samples.ts'
import { file, openUpload, PICTURE, shown } from './open-upload.ts'

setUpConsole()

/** A server that stores each file, and refuses those whose name begins with `bad` and, as a proxy, large requests. */
function storing({ proxyLimit = Number.POSITIVE_INFINITY } = {}) {
  const stored: string[] = []
  const bytes: number[] = []
  const answer = ({ body }: { body: unknown }) => {
    const names = (body as FormData).getAll('media').map((each) => (each as File).name)
    const size = names.reduce((sum, name) => sum + (SIZES.get(name) ?? 0), 0)
    bytes.push(size)
    if (size > proxyLimit) return refuse(413, {})
    const bad = names.flatMap((name, index) =>
      name.startsWith('bad') ? [[`media.${index}`, `${name} is damaged or incomplete`]] : [],
    )
    if (bad.length > 0) return refuse(415, { errKey: 'UNSUPPORTED_MEDIA', errors: Object.fromEntries(bad) })
    stored.push(...names)
    return { media: names.map((name) => ({ ...picture, id: name, name })) }
  }
  return { stored, bytes, answers: { 'media.upload': answer } }
}

/** Bytes that files only claim, by name: forms copy files. */
const SIZES = new Map<string, number>()
function sized(name: string, megabytes: number): File {
  const one = file(name, 'image/gif')
  SIZES.set(name, megabytes * 2 ** 20)
  Object.defineProperty(one, 'size', { value: megabytes * 2 ** 20 })
  return one
}

describe('a batch', () => {
  const some = (count: number, prefix: string) =>
    [...Array(count).keys()].map((n) => file(`${prefix}${n}.gif`, 'image/gif'))

  test('stores the good files, and names all bad ones after one press', async () => {
    const { stored, answers } = storing()
    const { choose, press, chosen, server } = await openUpload(answers)
    await choose(...some(4, 'good'), ...some(7, 'bad'))
    await press(/^Upload 11 files/)
    await expectNotification({
      kind: 'negative',
      title: 'Error',
      message: expect.stringMatching(/^Failed to upload\n4 of 11 files uploaded\.\n.*bad0\.gif.*bad6\.gif/),
    })
    expect(stored).toEqual(['good0.gif', 'good1.gif', 'good2.gif', 'good3.gif'])
    expect(chosen()).toEqual(some(7, 'bad').map(({ name }) => `Remove ${name}`))
    await shown(/4 of 11 files uploaded/)
    for (const { name } of some(7, 'bad')) await shown(`${name} is damaged or incomplete`)
    expect(server.named('media.upload')).toHaveLength(2)
  })

  test('of large photos needs no request over 32 MB', async () => {
    const { stored, bytes, answers } = storing()
    const { choose, press } = await openUpload(answers)
    await choose(...[...Array(16).keys()].map((n) => sized(`photo${n}.gif`, 7.9)))
    await press(/^Upload 16 files/)
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message: '16 files uploaded' })
    expect(stored).toEqual([...Array(16).keys()].map((n) => `photo${n}.gif`))
    expect(Math.max(...bytes)).toBeLessThanOrEqual(32 * 2 ** 20)
    expect(bytes).toHaveLength(6)
  })

  test('passes a proxy with a small limit, and says which file does not', async () => {
    const { stored, answers } = storing({ proxyLimit: 5 * 2 ** 20 })
    const { choose, press } = await openUpload(answers)
    await choose(sized('a.gif', 2), sized('large.gif', 7), sized('b.gif', 2), sized('c.gif', 2))
    await press(/^Upload 4 files/)
    await shown(/3 of 4 files uploaded/)
    expect([...stored].sort()).toEqual(['a.gif', 'b.gif', 'c.gif'])
    await shown(/The proxy in front of the server refuses files of this size/)
  })

  test.each([502, 503, 504])(
    'says that a proxy got no answer (%s), and a retry has the same key',
    async (status) => {
      let isDown = true
      const { choose, press, chosen, server } = await openUpload({
        'media.upload': () => (isDown ? refuse(status, {}) : { media: [picture] }),
      })
      await choose(PICTURE)
      await press(/^Upload 1 file/)
      await expectNotification({
        kind: 'negative',
        title: 'Error',
        message: expect.stringContaining(
          `The proxy in front of the server got no answer in time (${status})`,
        ),
      })
      expect(chosen()).toEqual(['Remove shop.gif'])
      isDown = false
      await press(/^Upload 1 file/)
      await expectNotification({ kind: 'positive', title: 'Done Successfully', message: '1 file uploaded' })
      const keys = server.named('media.upload').map(({ headers }) => headers.get('idempotency-key'))
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
    },
  )
})
