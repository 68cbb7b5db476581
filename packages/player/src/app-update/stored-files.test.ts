import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIST, ShellFiles } from './stored-files.ts'

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }
const typeOf = (path: string) => TYPES[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8'
const sha256 = (text: string) => createHash('sha256').update(text)
const answerOf = (path: string, text: string) =>
  new Response(text, { headers: { 'Content-Type': typeOf(path) } })

/** As much of Cache Storage as the app's files need. */
function createCaches() {
  const all = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const files = all.get(name) ?? new Map<string, Response>()
    all.set(name, files)
    return {
      put: async (path: string, answer: Response) => void files.set(path, answer),
      delete: async (path: string) => files.delete(path),
    }
  }
  return {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      all.get(cacheName)?.get(path)?.clone(),
  }
}

/** A built version: its files, its list, and its name. */
function buildOf(files: Record<string, string>) {
  const list = JSON.stringify(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, `sha256-${sha256(text).digest('base64')}`]),
    ),
  )
  return { files, list, version: sha256(list).digest('hex').slice(0, 16) }
}
type Build = ReturnType<typeof buildOf>

const FONT = { '/assets/font.woff2': 'the font of both' }
const OLD = buildOf({ '/': '<old>', '/assets/old.js': 'run old', '/assets/old.css': 'old{}', ...FONT })
const NEW = buildOf({ '/': '<new>', '/assets/new.js': 'run new', '/assets/new.css': 'new{}', ...FONT })

const DAMAGES: Record<string, (text: string, path: string) => Response | undefined> = {
  zeros: (text, path) => answerOf(path, `${text.slice(0, 1)}\0\0\0${text.slice(4)}`),
  cut: (text, path) => answerOf(path, text.slice(0, -1)),
  absent: () => undefined,
  'another file’s content': (_text, path) =>
    path === '/' ? answerOf('/assets/new.js', 'run new') : answerOf('/', '<new>'),
  'another type': (text) => new Response(text, { headers: { 'Content-Type': 'text/plain' } }),
  unreadable: (_text, path) => {
    const body = new ReadableStream({ start: (it) => it.error(new Error('The disk does not answer')) })
    return new Response(body, { headers: { 'Content-Type': typeOf(path) } })
  },
}

describe('the stored files of the app', () => {
  let caches: ReturnType<typeof createCaches>
  let served: Build | undefined
  let calls: string[]
  const shellsOf = (build: Build) =>
    new ShellFiles({
      caches: caches as unknown as CacheStorage,
      version: build.version,
      list: build.list,
      fetch: async (path, { cache, integrity } = {}) => {
        calls.push(`${cache} ${path}`)
        const text = served?.files[String(path)]
        if (!served) throw new TypeError('Failed to fetch')
        if (text === undefined) return new Response('', { status: 404 })
        if (integrity !== `sha256-${sha256(text).digest('base64')}`) throw new TypeError('Failed to fetch')
        return answerOf(String(path), text)
      },
    })
  const store = async (build: Build) => {
    served = build
    await shellsOf(build).keepNewest()
    calls = []
  }
  const damage = async (build: Build, path: string, kind: string) => {
    const cache = await caches.open(`vitrine-shell-${build.version}`)
    const damaged = DAMAGES[kind]?.(build.files[path] ?? '', path)
    if (damaged) await cache.put(path, damaged)
    else await cache.delete(path)
  }
  beforeEach(() => {
    caches = createCaches()
    served = undefined
    calls = []
  })

  const table = Object.keys(NEW.files).flatMap((path) => Object.keys(DAMAGES).map((kind) => ({ path, kind })))

  it.each(table)('with the server, $path is replaced if it has $kind', async ({ path, kind }) => {
    await store(NEW)
    const shells = shellsOf(NEW)
    await damage(NEW, path, kind)
    expect(await (await shells.find(path)).file?.text()).toBe(NEW.files[path])
    expect(calls).toEqual([`reload ${path}`])
    served = undefined
    expect(await (await shells.file(NEW.version, path))?.text()).toBe(NEW.files[path])
  })

  it.each(table)('without the server, $path is never served if it has $kind', async ({ path, kind }) => {
    await store(NEW)
    const shells = shellsOf(NEW)
    await damage(NEW, path, kind)
    served = undefined
    expect(await shells.find(path)).toEqual({ damage: { version: NEW.version, path } })
    expect(await shells.damagedIn(NEW.version)).toEqual([path])
    served = NEW
    expect(await shells.damagedIn(NEW.version)).toEqual([])
  })

  it('a file that two versions share is found in the other one', async () => {
    await store(OLD)
    await store(NEW)
    await damage(NEW, '/assets/font.woff2', 'zeros')
    served = undefined
    const { file } = await shellsOf(NEW).find('/assets/font.woff2')
    expect(await file?.text()).toBe('the font of both')
  })

  it('the files of an older version are checked by its own list, and so is that list', async () => {
    await store(OLD)
    await store(NEW)
    const shells = shellsOf(NEW)
    expect(await (await shells.find('/assets/old.js')).file?.text()).toBe('run old')
    await damage(OLD, '/assets/old.js', 'zeros')
    // The server has the newer version only.
    expect(await shells.find('/assets/old.js')).toEqual({
      damage: { version: OLD.version, path: '/assets/old.js' },
    })
    await damage(OLD, LIST, 'absent')
    expect(await shells.damagedIn(OLD.version)).toEqual([])
  })

  it('an undamaged start fetches nothing', async () => {
    await store(NEW)
    for (const path of Object.keys(NEW.files)) expect((await shellsOf(NEW).find(path)).file).toBeDefined()
    expect(calls).toEqual([])
  })

  it('a version with a wrong file is not stored', async () => {
    served = { ...NEW, files: { ...NEW.files, '/': '<a captive portal>' } }
    await expect(shellsOf(NEW).keepNewest()).rejects.toThrow()
    expect(await shellsOf(NEW).damagedIn(NEW.version)).toEqual(['/'])
  })
})
