import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, TestServer } from '#test/harness.ts'
import { claimScreens } from '#test/screens.ts'

type Admin = Caller & { organizationId: string }

/** What organizations let the server fetch. Each call of the greedy one is for another address. */
interface Way {
  /** Below the server's `src`. */
  file: string
  /** Before any address is slow. */
  prepare?(admin: Admin, addresses: readonly string[]): Promise<unknown>
  ask(admin: Admin, address: string, prepared: unknown): Promise<unknown>
  /** Where the greedy one does not ask for each. */
  begin?(): Promise<unknown>
  /** Of an answer that was fetched. */
  isFetched(answer: unknown): boolean
}

const GREEDY = 40
const MINUTE = 60_000

describe('addresses that people enter', () => {
  let server: TestServer
  let world: Server
  let base = ''
  let isSlow = false
  /** Slow answers that are being read. */
  const open = new Set<string>()
  let most = 0

  beforeAll(async () => {
    world = createServer(({ url = '' }, response) => {
      const type = url.includes('page') ? 'text/html' : url.includes('feed') ? 'text/xml' : 'text/csv'
      response.writeHead(200, { 'content-type': type })
      if (!isSlow || url.startsWith('/quick')) {
        const feed =
          '<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>'
        return void response.end(
          type === 'text/xml' ? feed : type === 'text/html' ? '<p>Hello</p>' : 'a,b\n1,2\n',
        )
      }
      open.add(url)
      most = Math.max(most, open.size)
      response.on('close', () => open.delete(url))
      // And then says nothing.
      response.write('a'.repeat(100_000))
    })
    await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(world.address() as AddressInfo).port}`
    base = `http://${host}`
    server = await TestServer.start({ LOCAL_HOSTS: host })
  })
  afterEach(() => {
    isSlow = false
    world.closeAllConnections()
  })
  afterAll(async () => {
    world.closeAllConnections()
    await server.close()
    world.close()
  })

  const source = (url: string) => ({
    name: `S${url.replace(/\W/g, '')}`,
    kind: 'csv' as const,
    url,
    every: 1,
  })
  const WAYS: Record<string, Way> = {
    'previews of data sources': {
      file: 'data/sources/reading/read-source.ts',
      ask: (admin, url) => admin.api.sources.preview({ body: { kind: 'csv', url } as never }),
      isFetched: (answer) => (answer as { found: number }).found === 1,
    },
    'data sources that are due': {
      file: 'data/sources/reading/read-source.ts',
      async prepare(admin, addresses) {
        const made = new Map<string, string>()
        for (const url of addresses) {
          const { source: saved } = await admin.api.sources.create({ body: source(url) as never })
          made.set(url, saved.id)
        }
        return made
      },
      begin: () => server.services.sources.refresh(),
      async ask(admin, url, made) {
        const id = (made as Map<string, string>).get(url) ?? ''
        const look = server.services.sources.refresh()
        const fetchedAt = async () => (await admin.api.sources.get({ params: { id } })).source.fetchedAt
        await expect.poll(fetchedAt).toBe(server.clock.now())
        return { look }
      },
      isFetched: () => true,
    },
    'looks at web pages by people': {
      file: 'content/media/web/page-check.ts',
      ask: (admin, url) => admin.api.webMedia.look({ body: { address: url.replace('/csv', '/page') } }),
      isFetched: (answer) => (answer as { check: { looked: boolean } }).check.looked,
    },
    'looks at web pages by screens': {
      file: 'content/media/web/page-check.ts',
      async prepare(admin, addresses) {
        const [screen] = await claimScreens(server, admin, ['Screen'])
        const media = new Map<string, string>()
        for (const url of addresses) {
          const body = { name: url, address: url.replace('/csv', '/page') }
          media.set(url, (await admin.api.webMedia.create({ body })).media.id)
        }
        return { screen, media }
      },
      ask(_admin, url, prepared) {
        const { screen, media } = prepared as {
          screen: Awaited<ReturnType<typeof claimScreens>>[number]
          media: Map<string, string>
        }
        return screen.api.screenSites.check({ params: { mediaId: media.get(url) ?? '' } })
      },
      isFetched: (answer) => (answer as { check: { looked: boolean } }).check.looked,
    },
    'news feeds': {
      file: 'data/widget-data/feeds/api.ts',
      ask: (admin, url) => admin.api.widgetData.feed({ query: { url: url.replace('/csv', '/feed') } }),
      isFetched: (answer) => (answer as { feed: unknown }).feed !== null,
    },
  }
  /** Other files that fetch, and why no organization can hold up another one there. */
  const OTHERS: Record<string, string> = {
    'content/media/web/stream-check.ts': 'in the turn of a look',
    'data/sources/reading/gtfs/fetch-gtfs.ts': 'takes turns already, and stages the answer on the disk',
    'base/outbox/sms.ts': 'calls the address of the operator',
    'base/outbox/webhook.ts':
      'ends after 5 s, 200 an hour of each organization, 20 at a time apart from email',
    'data/widget-data/weather.ts': 'calls the address of the operator',
    'accounts/identity-provider/open-id.ts':
      'takes turns by organization; its own tests try silent providers',
  }

  it('are fetched by files that this law knows', async () => {
    const src = path.resolve(import.meta.dirname, '../../src')
    const found: string[] = []
    for await (const file of glob('**/*.ts', { cwd: src }))
      if (
        !file.startsWith('lib/') &&
        /\bfetch(Public|Large)\(/.test(readFileSync(path.join(src, file), 'utf8'))
      )
        found.push(file)
    const known = [...Object.values(WAYS).map(({ file }) => file), ...Object.keys(OTHERS)]
    expect(found.filter((file) => !file.endsWith('.test.ts')).sort()).toEqual([...new Set(known)].sort())
  })

  it.each(Object.keys(WAYS))('of one organization hold up no other one: %s', async (name) => {
    const { prepare, begin, ask, isFetched } = WAYS[name] as Way
    const [greedy, other] = [await server.organization(), await server.organization()]
    const slow = Array.from({ length: GREEDY }, (_, n) => `${base}/slow/csv?${encodeURIComponent(name)}${n}`)
    const quick = `${base}/quick/csv?${encodeURIComponent(name)}`
    const [theirs, its] = [await prepare?.(greedy, slow), await prepare?.(other, [quick])]
    server.clock.advance(2 * MINUTE)
    isSlow = true
    most = 0
    const asked = begin ? [begin()] : slow.map((url) => ask(greedy, url, theirs).catch(() => {}))
    await expect.poll(() => open.size).toBeGreaterThan(0)
    expect(isFetched(await ask(other, quick, its))).toBe(true)
    expect(open.size).toBeGreaterThan(0)
    // The end of one may be seen after the start of the next.
    expect(most).toBeLessThan(4)
    isSlow = false
    const closing = setInterval(() => world.closeAllConnections(), 50)
    await Promise.all(asked)
    clearInterval(closing)
  })
})
