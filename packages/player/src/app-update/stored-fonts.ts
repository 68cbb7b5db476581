import { type ShellFiles, sha256 } from './stored-files.ts'

const CACHE = 'vitrine-fonts'
/** The hash of a stored font, with its path: an entry in another's place is as wrong as a damaged one. */
const HASH = 'x-vitrine-sha256'
const NAMED = /fonts\/[\w.-]+\.(?:woff2?|ttf)/g

interface Options {
  caches: CacheStorage
  fetch: typeof fetch
}

/**
 * Font files, stored when a page first uses them: there are too many to store all. Their names have a hash of the build,
 * so a file never changes under its name. None is served unless its hash is right; a damaged one is fetched again.
 */
export class StoredFonts {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async answer(path: string): Promise<Response> {
    // Damaged storage or a full disk must not keep the font from showing.
    const cache = await this.#options.caches.open(CACHE).catch(() => undefined)
    const kept = await cache?.match(path).catch(() => undefined)
    const right = kept && (await intact(path, kept))
    if (right) return right
    const answer = await this.#options.fetch(path, kept ? { cache: 'reload' } : {})
    if (!answer.ok || !cache) return answer
    const bytes = await answer.arrayBuffer()
    const stored = fontOf(bytes, { [HASH]: await hashOf(path, bytes) })
    await cache.put(path, stored).catch(() => {})
    return fontOf(bytes)
  }

  /**
   * Deletes the fonts that no stored version of the app names. Keeps all if a file of a version can't be read: a screen
   * without a server couldn't fetch them again.
   */
  async removeUnnamed(shells: Pick<ShellFiles, 'versions' | 'paths' | 'file'>): Promise<void> {
    const named = new Set<string>()
    for (const version of await shells.versions()) {
      const paths = await shells.paths(version)
      if (!paths) return
      for (const path of paths.filter((each) => /\.(js|css)$/.test(each))) {
        const text = await (await shells.file(version, path))?.text()
        if (text === undefined) return
        for (const [name] of text.matchAll(NAMED)) named.add(`/${name}`)
      }
    }
    const cache = await this.#options.caches.open(CACHE)
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      if (!named.has(pathname)) await cache.delete(pathname)
    }
  }
}

const fontOf = (bytes: ArrayBuffer, headers: Record<string, string> = {}) =>
  new Response(bytes, { headers: { 'Content-Type': 'font/woff2', ...headers } })

async function intact(path: string, kept: Response): Promise<Response | undefined> {
  try {
    const bytes = await kept.arrayBuffer()
    return kept.headers.get(HASH) === (await hashOf(path, bytes)) ? fontOf(bytes) : undefined
  } catch {
    // Unreadable on disk.
    return undefined
  }
}

async function hashOf(path: string, bytes: ArrayBuffer): Promise<string> {
  const named = new Blob([path, '\0', bytes])
  return btoa(String.fromCharCode(...(await sha256(await new Response(named).arrayBuffer()))))
}
