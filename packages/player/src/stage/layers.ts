import type { Transition } from '@vitrine/contract/api/content/storyboards'
import { Signal } from '#lib/signal.ts'
import type { Show } from './show-at.ts'
import { ZoneCommands } from './zone-commands.ts'

/** A page on the stage. The front one is visible; the back one is prepared unseen. */
export interface Layer {
  id: number
  show: Show
  state: 'front' | 'back' | 'leaving'
  /** Sends commands to this page's media zones. */
  commands: ZoneCommands
  /** Why something on it can't be shown. */
  trouble?: string
  /** The storyboard that is tried again, in place of the one that plays. */
  tries?: string | undefined
}

/** The old page stays under the new one until that is certainly painted and its transition (stage.css) has ended. */
const LEAVING_MS = 300
const TRANSITION_MS = 600

interface Options {
  /** Called when pages came or went. */
  onChange: () => void
  /** Called when the prepared page isn't ready in time. */
  onLate: (id: number) => void
}

/** The pages on the stage: at most one visible, one prepared unseen, and one that leaves. */
export class Layers {
  readonly all = new Signal<readonly Layer[]>([])
  readonly #ready = new Set<number>()
  #nextId = 1
  #patience: ReturnType<typeof setTimeout> | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get front(): Layer | undefined {
    return this.all.get().find(({ state }) => state === 'front')
  }

  get back(): Layer | undefined {
    return this.all.get().find(({ state }) => state === 'back')
  }

  /** Notes that a page has painted completely. */
  painted = (id: number): void => void this.#ready.add(id)

  isReady = ({ id }: Layer): boolean => this.#ready.has(id)

  /** Prepares a page beside the visible one, in place of another prepared one. */
  prepare(show: Show, patienceMs: number, tries?: string): Layer {
    const { back } = this
    if (back) this.#ready.delete(back.id)
    const layer: Layer = { id: this.#nextId++, show, state: 'back', commands: new ZoneCommands(), tries }
    this.set([...this.all.get().filter(({ state }) => state !== 'back'), layer])
    this.waitFor(layer.id, patienceMs)
    return layer
  }

  /** How long the prepared page may take from now. */
  waitFor(id: number, ms: number): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => {
      if (this.back?.id === id) this.#options.onLate(id)
    }, ms)
  }

  /** Makes the prepared page the visible one. */
  flip(back: Layer): void {
    clearTimeout(this.#patience)
    const before = this.front
    this.set([...(before ? [{ ...before, state: 'leaving' as const }] : []), { ...back, state: 'front' }])
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(
      () => this.set(this.all.get().filter(({ state }) => state !== 'leaving')),
      LEAVING_MS + (transitionOf(back.show) === 'cut' ? 0 : TRANSITION_MS),
    )
  }

  dropBack(): void {
    const { back } = this
    if (!back) return
    clearTimeout(this.#patience)
    this.#ready.delete(back.id)
    this.set(this.all.get().filter(({ state }) => state !== 'back'))
  }

  set(layers: readonly Layer[]): void {
    if (layers.length === 0 && this.all.get().length === 0) return
    for (const id of this.#ready) if (!layers.some((layer) => layer.id === id)) this.#ready.delete(id)
    this.all.set(layers)
    this.#options.onChange()
  }

  close(): void {
    clearTimeout(this.#patience)
    clearTimeout(this.#leaving)
    this.all.set([])
  }
}

/** A page's transition from the previous one. */
export const transitionOf = ({ storyboard, index }: Show): Transition =>
  storyboard.items[index]?.transition ?? 'cut'
