import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { errorMessage } from '#lib/api.ts'
import { parseKept, type State } from '#lib/state.ts'
import { PART_KINDS, type PartKind, type Parts, readPart } from './parts.ts'

interface PartRef {
  version: number
  hash: string
}

/** The references in the stored state. */
interface Pointer {
  latest: Partial<Record<PartKind, PartRef>>
  ready: Partial<Record<PartKind, PartRef>>
  /** Absent in states of older players. */
  traits?: ScreenTraits
}

export interface Stored {
  latest: Parts
  ready: Parts
  /** When each file was last needed. */
  lastNeeded: Map<string, number>
  /** The traits in force. */
  traits: ScreenTraits | undefined
}

/** Persists the parts: a pointer, written in one transaction with the bodies that it references. */
export class StoredParts {
  readonly #state: State
  readonly #report: (problem: string) => void
  #writing: Promise<void> = Promise.resolve()

  constructor(state: State, report: (problem: string) => void) {
    this.#state = state
    this.#report = report
  }

  /** Drops missing or damaged parts; the latest one then falls back to the ready one. */
  async read(): Promise<Stored> {
    const pointer = parseKept<Pointer>(await this.#state.get('pointer')) ?? { latest: {}, ready: {} }
    const lastNeeded = parseKept<Record<string, number>>(await this.#state.get('lastNeeded')) ?? {}
    const latest: Parts = {}
    const ready: Parts = {}
    for (const kind of PART_KINDS) {
      const [latestRef, readyRef] = [pointer.latest[kind], pointer.ready[kind]]
      const readyPart = await this.#readPart(kind, readyRef)
      const isReady = latestRef?.hash === readyRef?.hash
      const latestPart = isReady ? undefined : await this.#readPart(kind, latestRef)
      Object.assign(ready, { [kind]: readyPart })
      Object.assign(latest, { [kind]: latestPart ?? readyPart })
    }
    return { latest, ready, lastNeeded: new Map(Object.entries(lastNeeded)), traits: pointer.traits }
  }

  async #readPart(kind: PartKind, ref: PartRef | undefined) {
    const body = ref && (await this.#state.get(`part.${ref.hash}`))
    return ref && body !== undefined ? readPart(kind, { ...ref, body }) : undefined
  }

  /** Serializes writes, so that the newest pointer wins; `now` is called when the write starts. */
  write(now: () => Stored): void {
    this.#writing = this.#writing
      .then(() => this.#write(now()))
      .catch((error) => this.#report(`Not stored: ${errorMessage(error)}`))
  }

  /** Resolves when all writes so far are stored. */
  written = (): Promise<void> => this.#writing

  async #write({ latest, ready, lastNeeded, traits }: Stored): Promise<void> {
    const old = parseKept<Pointer>(await this.#state.get('pointer'))
    const pointer: Pointer = { latest: refsOf(latest), ready: refsOf(ready), traits }
    const bodies = new Map(
      [latest, ready].flatMap((parts) => PART_KINDS.flatMap((kind) => bodyOf(parts[kind]))),
    )
    const before = new Set(
      [old?.latest, old?.ready].flatMap((refs) => Object.values(refs ?? {}).map(({ hash }) => hash)),
    )
    const changes: Record<string, string | undefined> = { pointer: JSON.stringify(pointer) }
    for (const [hash, body] of bodies) if (!before.has(hash)) changes[`part.${hash}`] = body
    for (const hash of before) if (!bodies.has(hash)) changes[`part.${hash}`] = undefined
    changes.lastNeeded = JSON.stringify(Object.fromEntries(lastNeeded))
    await this.#state.set(changes)
  }
}

const bodyOf = (part: Parts[PartKind]): [string, string][] => (part ? [[part.hash, part.text]] : [])

function refsOf(parts: Parts): Pointer['latest'] {
  const refs = PART_KINDS.flatMap((kind) => {
    const part = parts[kind]
    return part ? [[kind, { version: part.version, hash: part.hash }]] : []
  })
  return Object.fromEntries(refs)
}
