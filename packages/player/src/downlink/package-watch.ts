import { builtInText } from '@vitrine/widgets/built-in-texts'
import { whenStill } from '#lib/after-paint.ts'
import { keyIn } from '#machine/machine.ts'
import type { BridgeAnswer, FrameRules, ToBridge } from './package-bridge.ts'

const PING_MS = 1000
/**
 * Unanswered pings after which the process counts as crashed or hung: longer than a heavy page takes to start on a
 * slow screen.
 */
const MISSED_MOST = 5
/** On a screen that is switched off nothing is painted: a frame counts as painted then. */
const STILL_MS = 1500
/** So does one that doesn't answer for this long, because the machine is busy. */
const PAINT_MOST_MS = 6000

const PACKAGE = /^\/p\/([0-9a-f]{64})\//
const LABEL_MAX = 60
const HOST_MAX = 253

interface Events {
  died: () => void
  touched: (hash: string, label: string) => void
  /** Called when a package frames a site that isn't allowed. */
  blocked: (hash: string, host: string) => void
}

/** Monitors the content origin's process through the keeper's port. */
export class PackageWatch {
  #missed = 0
  #nextId = 1
  readonly #painted = new Map<number, () => void>()
  readonly #timer: ReturnType<typeof setInterval>
  readonly #port: MessagePort
  readonly #surroundings: () => { sites: readonly string[]; locale: string }

  constructor(
    port: MessagePort,
    { died, touched, blocked }: Events,
    surroundings: () => { sites: readonly string[]; locale: string },
  ) {
    this.#port = port
    this.#surroundings = surroundings
    port.onmessage = ({ data }: MessageEvent<BridgeAnswer>) => {
      this.#missed = 0
      const [, hash] = PACKAGE.exec(String(data.touched?.path)) ?? []
      if (hash) touched(hash, String(data.touched?.label).slice(0, LABEL_MAX))
      const [, framing] = PACKAGE.exec(String(data.blocked?.path)) ?? []
      if (framing) blocked(framing, String(data.blocked?.host).slice(0, HOST_MAX))
      if (data.id !== undefined) this.#painted.get(data.id)?.()
    }
    this.#timer = setInterval(() => {
      if (this.#missed++ >= MISSED_MOST) died()
      else this.#ask({ ping: true })
    }, PING_MS)
  }

  /** Whether the last two pings are unanswered. */
  get isSilent(): boolean {
    return this.#missed > 1
  }

  /** Resolves when the frames whose path starts with `path` have painted. */
  painted(path: string): Promise<void> {
    const id = this.#nextId++
    return new Promise<void>((resolve) => {
      const end = whenStill(STILL_MS, PAINT_MOST_MS, resolve)
      this.#painted.set(id, () => {
        end()
        resolve()
      })
      this.#ask({ painted: path, id })
    }).then(() => void this.#painted.delete(id))
  }

  /** Browsers of other machines open every site. */
  get frames(): FrameRules | undefined {
    if (keyIn(location.hash) === undefined) return undefined
    const { sites, locale } = this.#surroundings()
    return { sites, text: builtInText(locale, 'siteBlocked', { host: '{host}' }) }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#port.close()
  }

  #ask(question: ToBridge): void {
    const { frames } = this
    this.#port.postMessage(frames ? { ...question, frames } : question)
  }
}
