import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const ORIGIN = 'https://content.example'
const HASH = 'ab'.repeat(32)
const FILES: Readonly<Record<string, string>> = { 'index.html': '<p>Hello</p>', 'a b.css': 'p{}' }
const respond = new Map<string, (event: object) => void>()
let asked: string[] = []

beforeAll(async () => {
  const keeper = {
    url: `${ORIGIN}/keeper.html`,
    postMessage: ({ hash, path }: { hash: string; path: string }, [port]: [MessagePort]) => {
      asked.push(`${hash === HASH} ${path}`)
      const text = FILES[path]
      port.postMessage({ file: text === undefined ? null : new TextEncoder().encode(text).buffer })
      port.close()
    },
  }
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: object) => void) => respond.set(name, listener),
    location: { origin: ORIGIN },
    clients: { matchAll: async () => [keeper] },
  })
  vi.stubGlobal('KEEPER_PAGE', 'the page')
  vi.stubGlobal('KEEPER_SCRIPT', 'the script')
  vi.stubGlobal('STAY_SCRIPT', '')
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.includes('offline')) throw new TypeError('Failed to fetch')
    return new Response('from the server')
  })
  await import('./worker.ts')
})
afterAll(() => void vi.unstubAllGlobals())

/** What the worker responds with; undefined if it leaves the request to the browser. */
async function responseTo(method: string, address: string): Promise<Response | undefined> {
  asked = []
  let response: Promise<Response> | Response | undefined
  const request = new Request(new URL(address, ORIGIN), { method })
  const respondWith = (given: typeof response) => {
    response = given
  }
  respond.get('fetch')?.({ request, respondWith })
  return response
}

test.each<[method: string, address: string, status: number, text: string, type: string, asked: string[]]>([
  ['GET', `/p/${HASH}/`, 200, '<p>Hello</p>', 'text/html', ['true index.html']],
  ['GET', `/p/${HASH}`, 200, '<p>Hello</p>', 'text/html', ['true index.html']],
  ['GET', `/p/${HASH}/a%20b.css`, 200, 'p{}', 'text/css', ['true a b.css']],
  ['GET', `/p/${HASH}/c.css`, 200, 'from the server', 'text/plain', ['true c.css']],
  ['GET', `/p/${HASH}/offline.css`, 504, '<', 'text/html', ['true offline.css']],
  ['GET', '/keeper.html', 200, 'the page', 'text/html', []],
  ['GET', '/keeper.js', 200, 'the script', 'text/javascript', []],
])('%s %s is answered with %i %s', async (method, address, status, text, type, questions) => {
  const response = await responseTo(method, address)
  expect(response?.status).toBe(status)
  expect(await response?.text()).toContain(text)
  expect(response?.headers.get('Content-Type')).toContain(type)
  expect(asked).toEqual(questions)
})

test.each([
  ['GET', '/'],
  ['GET', '/p/'],
  ['GET', `/p/${HASH.slice(1)}/`],
  ['GET', `/p/${HASH}a/`],
  ['GET', '/keeper.css'],
  ['GET', `https://elsewhere.example/p/${HASH}/`],
  ['POST', `/p/${HASH}/`],
  ['POST', '/keeper.html'],
])('%s %s is left to the browser', async (method, address) => {
  expect(await responseTo(method, address)).toBeUndefined()
  expect(asked).toEqual([])
})
