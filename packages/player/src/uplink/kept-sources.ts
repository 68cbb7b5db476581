import type { SourceNotice } from '@vitrine/contract/api/playback/manifest'
import { MODEL_FILE } from '@vitrine/contract/document/package-files'
import {
  fillModel,
  SCREEN_KEY,
  screenRows,
  sourcesForScreen,
  sourcesOfValues,
} from '@vitrine/contract/document/screen-values'
import { type SourceData, sourceFile, sourceOfPath } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import type { LiveData } from '@vitrine/widgets/live-data'
import type { Library } from '#downlink/library.ts'
import { PART_KINDS, type Parts } from '#downlink/parts.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

/** Keys of the data sources that the parts and the values of the screen reference. */
const namedSources = (parts: Parts): string[] => [
  ...PART_KINDS.flatMap((kind) => parts[kind]?.body.sources ?? []),
  ...sourcesOfValues(parts.device?.body.values),
]

/** Those that the server has: without fields of screens, one of them may have the name of their values. */
const keptSources = (parts: Parts): string[] =>
  namedSources(parts).filter((name) => name !== SCREEN_KEY || parts.device?.body.values === undefined)

interface Options {
  library: Pick<Library, 'ready' | 'latest'>
  live: Pick<LiveData, 'source'>
  /** Called when rows have changed. */
  onRows?: () => void
}

/**
 * Caches the rows of every data source that this screen's content references, even if unused so far: a page that
 * first shows during an outage has them.
 */
export class KeptSources {
  readonly #options: Options
  readonly #leaves = new Map<string, () => void>()
  readonly #stops: (() => void)[]
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(options: Options) {
    this.#options = options
    const { ready, latest } = options.library
    this.#stops = [ready.subscribe(this.#follow), latest.subscribe(this.#follow)]
    this.#follow()
  }

  /** Refetches the rows of a changed source. Screens notified together spread their requests. */
  take = ({ name, source, spreadMs }: SourceNotice): void => {
    const { live } = this.#options
    if (source) {
      live.source(name).take(JSON.stringify(source))
      return
    }
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        void live.source(name).run()
      },
      Math.random() * Math.max(0, spreadMs || 0),
    )
    this.#timers.add(timer)
  }

  /** A source's rows as a package file; undefined for other files, and for unreferenced sources. */
  file = async (path: string): Promise<ArrayBuffer | undefined> => {
    const { library } = this.#options
    const name = sourceOfPath(path)
    const key = searchKey(name ?? '')
    if (name === undefined || !namedSources(library.ready.get()).includes(key)) return undefined
    const data = await this.#rows(key)
    return data && bytesOf(sourceFile(name, data))
  }

  /** A file of a package as its page reads it: its values with those of the screen. */
  filled = async (path: string, file: ArrayBuffer | Blob): Promise<ArrayBuffer | Blob> => {
    if (path !== MODEL_FILE) return file
    const text = await new Response(file).text()
    const model: unknown = JSON.parse(text)
    const { library } = this.#options
    const keys = sourcesForScreen(model)
    if (keys.length === 0) return file
    const rows = new Map<string, SourceData>()
    for (const key of [...keys, ...sourcesOfValues(library.ready.get().device?.body.values)]) {
      const data = await this.#rows(key)
      if (data) rows.set(key, data)
    }
    return bytesOf(JSON.stringify(fillModel(model, (key) => rows.get(key))))
  }

  async #rows(key: string): Promise<SourceData | undefined> {
    const { live, library } = this.#options
    const { values } = library.ready.get().device?.body ?? {}
    if (key === SCREEN_KEY && values) return screenRows(values)
    const source = live.source(key)
    if (!source.get()) await source.run()
    return source.get()
  }

  close(): void {
    for (const stop of this.#stops) stop()
    for (const leave of this.#leaves.values()) leave()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #follow = (): void => {
    const { library, live } = this.#options
    const names = new Set([...keptSources(library.ready.get()), ...keptSources(library.latest.get())])
    for (const name of names)
      if (!this.#leaves.has(name))
        this.#leaves.set(
          name,
          live.source(name).subscribe(() => this.#options.onRows?.()),
        )
    for (const [name, leave] of this.#leaves) {
      if (names.has(name)) continue
      leave()
      this.#leaves.delete(name)
    }
  }
}
