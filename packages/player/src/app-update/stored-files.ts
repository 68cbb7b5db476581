/** A version's files: each path with its hash, as the `integrity` option of `fetch` wants it. */
export type ShellList = Readonly<Record<string, string>>

const PREFIX = 'vitrine-shell-'
/** The file that lists a version's others. The version is the beginning of its hash, so a stored list can be checked. */
export const LIST = '/shell.json'
const VERSION_LENGTH = 16
/** A screen must not wait for a server that doesn't answer. */
const FETCH_MS = 8000
/** Browsers refuse scripts and styles of another type. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'javascript',
  css: 'text/css',
  woff2: 'font',
  '': 'text/html',
}

interface Options {
  caches: CacheStorage
  fetch: typeof fetch
  /** The newest version, and the text of its list. */
  version: string
  list: string
}

/** A file that is damaged and can't be fetched now. */
export interface Damage {
  version: string
  path: string
}

/**
 * The app's stored files. None is served unless its hash is right: a damaged or missing one is fetched again, from the
 * server if it still has that version, or found in another stored version.
 */
export class ShellFiles {
  readonly #options: Options
  readonly #own: ShellList

  constructor(options: Options) {
    this.#options = options
    this.#own = JSON.parse(options.list) as ShellList
  }

  has = (path: string): boolean => Object.hasOwn(this.#own, path)

  /** Stores the newest version. All or nothing: an incomplete one would not start without the server. */
  async keepNewest(): Promise<void> {
    const { version, list } = this.#options
    const cache = await this.#cacheOf(version)
    await Promise.all(Object.keys(this.#own).map((path) => this.#bring(version, path, this.#own[path] ?? '')))
    await cache.put(LIST, new Response(list))
  }

  /** The stored versions, newest first. */
  async versions(): Promise<string[]> {
    const { caches, version } = this.#options
    const stored = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
    const others = stored.map((name) => name.slice(PREFIX.length)).filter((each) => each !== version)
    return [version, ...others]
  }

  /** The paths of a version's files; undefined if its list is damaged. */
  async paths(version: string): Promise<string[] | undefined> {
    const list = await this.#listOf(version)
    return list && Object.keys(list)
  }

  async remove(version: string): Promise<void> {
    await this.#options.caches.delete(PREFIX + version)
  }

  /** A version's file; undefined if the version lacks it, or it is damaged and can't be fetched now. */
  async file(version: string, path: string): Promise<Response | undefined> {
    const hash = (await this.#listOf(version))?.[path]
    const kept = await this.#kept(version, path)
    // Versions before these lists can't be checked.
    if (hash === undefined) return kept
    // Matched again: the browser keeps compiled code for unread answers of its cache only.
    if (await isRight(kept, path, hash)) return this.#kept(version, path)
    return this.#bring(version, path, hash).catch(() => undefined)
  }

  /** Looks for a file in all versions, the newest first. `damage`: where it should have been. */
  async find(path: string): Promise<{ file?: Response; damage?: Damage }> {
    let damage: Damage | undefined
    for (const version of await this.versions()) {
      const file = await this.file(version, path)
      if (file) return { file }
      if ((await this.#listOf(version))?.[path] !== undefined) damage ??= { version, path }
    }
    return damage ? { damage } : {}
  }

  /** Rereads a version's files, and fetches damaged ones. Returns the paths of those that are still damaged. */
  async damagedIn(version: string, paths?: readonly string[]): Promise<string[]> {
    const damaged: string[] = []
    for (const path of paths ?? (await this.paths(version)) ?? [])
      if (!(await this.file(version, path))) damaged.push(path)
    return damaged
  }

  async #listOf(version: string): Promise<ShellList | undefined> {
    if (version === this.#options.version) return this.#own
    const text = await (await this.#kept(version, LIST))?.text().catch(() => undefined)
    if (text === undefined) return undefined
    const hash = [...(await sha256(new TextEncoder().encode(text)))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    return hash.slice(0, VERSION_LENGTH) === version ? (JSON.parse(text) as ShellList) : undefined
  }

  #kept = (version: string, path: string): Promise<Response | undefined> =>
    this.#options.caches.match(path, { cacheName: PREFIX + version }).catch(() => undefined)

  #cacheOf = (version: string) => this.#options.caches.open(PREFIX + version)

  /** Past the browser's HTTP cache, which may be damaged, too. */
  async #bring(version: string, path: string, integrity: string): Promise<Response> {
    const cancel = new AbortController()
    const timer = setTimeout(() => cancel.abort(), FETCH_MS)
    try {
      const answer = await this.#options.fetch(path, { cache: 'reload', integrity, signal: cancel.signal })
      if (!answer.ok) throw new Error(`Status ${answer.status}`)
      const copy = answer.clone()
      await (await this.#cacheOf(version)).put(path, answer)
      return copy
    } finally {
      clearTimeout(timer)
    }
  }
}

async function isRight(kept: Response | undefined, path: string, integrity: string): Promise<boolean> {
  const type = TYPES[/\.([^./]+)$/.exec(path)?.[1] ?? '']
  if (!kept || (type && !kept.headers.get('content-type')?.includes(type))) return false
  try {
    const hash = await sha256(await kept.arrayBuffer())
    return integrity === `sha256-${btoa(String.fromCharCode(...hash))}`
  } catch {
    return false
  }
}

export const sha256 = async (bytes: BufferSource) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
