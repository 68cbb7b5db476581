/** Characters that are parsed at a time: a fifth of a frame on a slow machine. */
const SLICE = 65_536
/** Milliseconds of work after which whatever waits, a letter or a frame, has its turn. */
const BUDGET_MS = 6

/** The JSON of an answer, read, decoded and parsed in slices. */
export async function readLong(response: Response, pause = giveWay): Promise<unknown> {
  if (!response.body) return JSON.parse(await response.text())
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const breathe = breather(pause)
  const parts: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    parts.push(decoder.decode(value, { stream: !done }))
    if (done) return parseLong(parts.join(''), pause)
    await breathe()
  }
}

/**
 * What `JSON.parse` answers, without holding the page up: ten thousand rows at once would be a tenth of a second of
 * nothing else on a slow machine. `pause` gives way; by default only in a tab that is seen.
 */
export async function parseLong(text: string, pause = giveWay): Promise<unknown> {
  if (text.length > SLICE) {
    const { value, end } = await new Reader(text, pause).read(0)
    if (end === text.length) return value
  }
  return JSON.parse(text)
}

interface Found {
  value?: unknown
  /** Where it ends; 0 where the text is not as a server writes it, without spaces. Then it is parsed in one go. */
  end: number
}
const NONE: Found = { end: 0 }

class Reader {
  readonly #text: string
  readonly #breathe: () => Promise<void>

  constructor(text: string, pause: () => Promise<void>) {
    this.#text = text
    this.#breathe = breather(pause)
  }

  /** The value that begins at `at`. */
  async read(at: number): Promise<Found> {
    const end = endWithin(this.#text, at)
    if (end > 0) return { value: parsed(this.#text.slice(at, end)), end }
    const first = this.#text[at]
    return first === '[' ? this.#list(at + 1) : first === '{' ? this.#members(at + 1) : NONE
  }

  async #list(from: number): Promise<Found> {
    const items: unknown[] = []
    let guessed = 0
    for (let at = from; ; ) {
      // Where an object ends and another begins is most likely the end of an item: only then does what lies before parse.
      if (at > guessed) {
        guessed = this.#text.indexOf('},{', at + SLICE)
        if (guessed < 0) guessed = this.#text.length
        const run = guessed < at + 2 * SLICE ? parsed(`[${this.#text.slice(at, guessed + 1)}]`) : undefined
        if (Array.isArray(run)) {
          for (const item of run) items.push(item)
          at = guessed + 2
          await this.#breathe()
          continue
        }
      }
      const { value, end } = await this.read(at)
      if (value === undefined) return NONE
      items.push(value)
      if (this.#text[end] === ']') return { value: items, end: end + 1 }
      if (this.#text[end] !== ',') return NONE
      at = end + 1
    }
  }

  async #members(from: number): Promise<Found> {
    const entries: [string, unknown][] = []
    for (let at = from; ; ) {
      const colon = endWithin(this.#text, at)
      const name = parsed(this.#text.slice(at, colon))
      if (typeof name !== 'string' || this.#text[colon] !== ':') return NONE
      const { value, end } = await this.read(colon + 1)
      if (value === undefined) return NONE
      entries.push([name, value])
      if (this.#text[end] === '}') return { value: Object.fromEntries(entries), end: end + 1 }
      if (this.#text[end] !== ',') return NONE
      at = end + 1
    }
  }
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/** Where the value ends that begins at `at`; 0 where that is further away than a slice. */
function endWithin(text: string, at: number): number {
  const last = Math.min(text.length, at + SLICE)
  let depth = 0
  for (let end = at; end < last; end++) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) {
      for (end++; end < last && text.charCodeAt(end) !== QUOTE; end++)
        if (text.charCodeAt(end) === BACKSLASH) end++
    } else if (OPENS.has(code)) depth++
    else if (CLOSES.has(code)) depth--
    // What follows belongs to whatever this lies in.
    if (depth < 0 || (depth === 0 && code === COMMA)) return end
    if (depth === 0 && (code === QUOTE || CLOSES.has(code))) return end + 1
  }
  return 0
}
const OPENS = new Set([...'[{'].map((sign) => sign.charCodeAt(0)))
const CLOSES = new Set([...']}'].map((sign) => sign.charCodeAt(0)))

/** No JSON holds `undefined`: that is what cannot be parsed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Pauses whenever there was enough work since the last time. */
export function breather(pause: () => Promise<void> = giveWay): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < BUDGET_MS) return
    await pause()
    begun = performance.now()
  }
}

/** Lets letters and frames have their turn. A tab that nobody sees waits for nobody, and its timers are slow. */
export const giveWay = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve))
