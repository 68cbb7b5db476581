import type { SourceNotice } from '@vitrine/contract/api/playback/manifest'
import { sourceFile, sourceOfPath } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import type { LiveData } from '@vitrine/widgets/live-data'
import type { Library } from '#downlink/library.ts'
import { PART_KINDS, type Parts } from '#downlink/parts.ts'

/** Keys of the data sources that the parts reference. */
const namedSources = (parts: Parts): string[] => PART_KINDS.flatMap((kind) => parts[kind]?.body.sources ?? [])

interface Options {
  library: Pick<Library, 'ready' | 'latest'>
  live: Pick<LiveData, 'source'>
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
    const { library, live } = this.#options
    const name = sourceOfPath(path)
    const key = searchKey(name ?? '')
    if (name === undefined || !namedSources(library.ready.get()).includes(key)) return undefined
    const source = live.source(key)
    if (!source.get()) await source.run()
    const data = source.get()
    return data && (new TextEncoder().encode(sourceFile(name, data)).buffer as ArrayBuffer)
  }

  close(): void {
    for (const stop of this.#stops) stop()
    for (const leave of this.#leaves.values()) leave()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #follow = (): void => {
    const { library, live } = this.#options
    const names = new Set([...namedSources(library.ready.get()), ...namedSources(library.latest.get())])
    for (const name of names)
      if (!this.#leaves.has(name))
        this.#leaves.set(
          name,
          live.source(name).subscribe(() => {}),
        )
    for (const [name, leave] of this.#leaves) {
      if (names.has(name)) continue
      leave()
      this.#leaves.delete(name)
    }
  }
}
