import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** An event of the browser: its name, what it says, and the session of the page. */
export interface BrowserEvent {
  method: string
  params: Record<string, unknown>
  sessionId?: string
}

interface Answer {
  id?: number
  result?: Record<string, unknown>
  error?: { message: string }
}

/** Maximum characters of one message: the picture of a large page of noise in Base64 has half of it. */
const MESSAGE_MAX = 96 * 2 ** 20

/** The browser ended, or answered what isn't a message. */
export class BrowserGone extends Error {}

/** A command that the browser refused, such as one about a page that has gone. */
export class BrowserRefused extends Error {}

/**
 * Chromium's DevTools protocol over a pair of pipes: JSON, each message followed by a zero byte. `failed` is called when
 * the browser says what can't be read.
 */
export class DevTools {
  readonly #out: Writable
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  readonly #listeners = new Set<(event: BrowserEvent) => void>()
  readonly #failed: () => void
  #last = 0
  #gone = false

  constructor(out: Writable, into: Readable, failed: () => void) {
    this.#out = out
    this.#failed = failed
    out.on('error', () => this.end())
    const decoder = new StringDecoder('utf8')
    let parts: string[] = []
    let length = 0
    into.on('data', (chunk: Buffer) => {
      const [first = '', ...more] = decoder.write(chunk).split('\0')
      parts.push(first)
      length += first.length
      for (const next of more) {
        this.#read(parts.join(''))
        parts = [next]
        length = next.length
      }
      if (length > MESSAGE_MAX) this.#fail()
    })
    into.on('close', () => this.end())
    into.on('error', () => this.end())
  }

  /** Throws BrowserGone: for waits in which nothing is sent. */
  throwIfGone(): void {
    if (this.#gone) throw new BrowserGone('The browser has ended')
  }

  /** Throws BrowserGone, and BrowserRefused. */
  async send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    this.throwIfGone()
    const id = ++this.#last
    const answer = new Promise<T>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#out.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    return answer
  }

  on(listener: (event: BrowserEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Commands that wait are refused, and those that come. */
  end(): void {
    this.#gone = true
    for (const { reject } of this.#waiting.values()) reject(new BrowserGone('The browser has ended'))
    this.#waiting.clear()
  }

  #fail(): void {
    this.end()
    this.#failed()
  }

  #read(text: string): void {
    let message: Answer & BrowserEvent
    try {
      message = JSON.parse(text)
    } catch {
      this.#fail()
      return
    }
    if (message.id === undefined) {
      for (const listener of [...this.#listeners]) listener(message)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new BrowserRefused(message.error.message))
    else waiting?.resolve(message.result as never)
  }
}
