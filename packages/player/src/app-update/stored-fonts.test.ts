import { beforeEach, describe, expect, it } from 'vitest'
import { StoredFonts } from './stored-fonts.ts'

const PATH = '/fonts/plex-1.woff2'
const OTHER = '/fonts/arimo-2.woff2'
const FILES: Record<string, string> = { [PATH]: 'letters of Plex', [OTHER]: 'letters of Arimo' }

/** As much of Cache Storage as fonts need. */
function createCache() {
  const files = new Map<string, Response>()
  return {
    files,
    match: async (path: string) => files.get(path)?.clone(),
    put: async (path: string, answer: Response) => void files.set(path, answer),
    delete: async (path: string) => files.delete(path),
    keys: async () => [...files.keys()].map((path) => ({ url: `https://player.test${path}` })),
  }
}

describe('the stored fonts', () => {
  let cache: ReturnType<typeof createCache>
  let asked: string[]
  let isUp: boolean
  let fonts: StoredFonts
  beforeEach(() => {
    cache = createCache()
    asked = []
    isUp = true
    fonts = new StoredFonts({
      caches: { open: async () => cache } as unknown as CacheStorage,
      fetch: (async (path: string) => {
        asked.push(path)
        if (!isUp) throw new Error('The server does not answer')
        return new Response(FILES[path], { status: FILES[path] === undefined ? 404 : 200 })
      }) as unknown as typeof fetch,
    })
  })
  const read = async (path = PATH) => (await fonts.answer(path)).text()

  it('are fetched once, and served without the server', async () => {
    expect(await read()).toBe(FILES[PATH])
    isUp = false
    expect(await read()).toBe(FILES[PATH])
    expect(asked).toEqual([PATH])
  })

  it.each<[string, (kept: Response) => Promise<Response | undefined>]>([
    ['zeros', async (kept) => new Response(`\0\0\0${FILES[PATH]?.slice(3)}`, kept)],
    ['cut', async (kept) => new Response(FILES[PATH]?.slice(0, -1), kept)],
    ['absent', async () => undefined],
    ["another font's entry", async () => cache.match(OTHER)],
    ['of an earlier player, without a hash', async () => new Response(FILES[PATH])],
    [
      'unreadable',
      async (kept) =>
        new Response(new ReadableStream({ start: (it) => it.error(new Error('The disk fails')) }), kept),
    ],
  ])('are fetched again if they are damaged: %s', async (_name, damage) => {
    await read()
    await read(OTHER)
    const damaged = await damage(cache.files.get(PATH)?.clone() as Response)
    if (damaged) cache.files.set(PATH, damaged)
    else cache.files.delete(PATH)
    expect(await read()).toBe(FILES[PATH])
    isUp = false
    expect(await read()).toBe(FILES[PATH])
    expect(asked).toEqual([PATH, OTHER, PATH])
  })

  it('show although they cannot be stored, and a refused one is not stored', async () => {
    cache.put = async () => {
      throw new Error('The disk is full')
    }
    expect(await read()).toBe(FILES[PATH])
    expect((await fonts.answer('/fonts/none.woff2')).status).toBe(404)
    expect([...cache.files.keys()]).toEqual([])
  })

  const shellsOf = (versions: Record<string, Record<string, string> | undefined>) => ({
    versions: async () => Object.keys(versions),
    paths: async (version: string) => {
      const files = versions[version]
      return files && Object.keys(files)
    },
    file: async (version: string, path: string) => {
      const text = versions[version]?.[path]
      return text === '' || text === undefined ? undefined : new Response(text)
    },
  })
  it.each<[string, Parameters<typeof shellsOf>[0], string[]]>([
    ['no stored version names them', { new: { '/a.js': `url(../fonts/plex-1.woff2)` } }, [PATH]],
    [
      'but not those of the version before',
      { new: { '/a.js': `x=\`../fonts/plex-1.woff2\`` }, old: { '/b.css': 'url(/fonts/arimo-2.woff2)' } },
      [PATH, OTHER],
    ],
    ['but none if a list is damaged', { new: { '/a.js': 'none' }, old: undefined }, [PATH, OTHER]],
    ['but none if a script is damaged', { new: { '/a.js': '' } }, [PATH, OTHER]],
  ])('are deleted if %s', async (_name, versions, left) => {
    await read()
    await read(OTHER)
    await fonts.removeUnnamed(shellsOf(versions))
    expect([...cache.files.keys()]).toEqual(left)
  })
})
