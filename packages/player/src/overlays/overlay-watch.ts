import type { Action } from '@vitrine/contract/fields/actions'
import { scheduleAt } from '@vitrine/contract/schedule/schedule'
import type { ScreenLayer } from '@vitrine/contract/schedule/screen-layer'
import { playsOn } from '@vitrine/contract/schedule/screen-rule'
import type { SlotClocks } from '@vitrine/contract/schedule/slots'
import { traitsIn } from '#downlink/for-screen.ts'
import type { Library } from '#downlink/library.ts'
import type { Signal } from '#lib/signal.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'
import type { ResumingConditions } from '#stage/resume.ts'
import type { OverStage } from '#stage/stage.tsx'
import type { StageServices } from '#stage/stage-host.ts'
import type { TakeoverWatch } from '#takeover/takeover.ts'
import { Overlay } from './overlay.ts'
import { overStage } from './overlays-view.tsx'

export interface OverlayOptions {
  library: Pick<Library, 'ready' | 'showing'>
  clock: Clock
  conditions: ResumingConditions | undefined
  /** What plays below. */
  playback: Pick<Playback, 'now'>
  director: Pick<Director, 'layers' | 'front'>
  takeover: Pick<TakeoverWatch, 'active'>
  services: () => StageServices
  /** Runs the actions of a touched widget in a layer; `director` turns its pages. */
  run: (widgetId: string, actions: readonly Action[], director: Director) => void
  report: (problem: string) => void
  shown: Signal<OverStage | undefined>
  changed: Signal<object>
}

/**
 * Plays the layers of the schedule in force. Each is known by its name, so one that stays the same keeps its page when
 * anything else changes.
 */
export class OverlayWatch {
  #overlays: readonly Overlay[] = []
  readonly #listening = new Map<Overlay, () => void>()
  #cancel: () => void = () => undefined
  /** What the stage draws, as text. */
  #drawn = ''
  readonly #stops: (() => void)[]
  readonly #options: OverlayOptions

  constructor(options: OverlayOptions) {
    this.#options = options
    const { library, clock, playback, director, takeover } = options
    this.#stops = [
      library.ready.subscribe(this.#follow),
      clock.onStep(this.#follow),
      playback.now.subscribe(this.#show),
      director.layers.subscribe(this.#show),
      takeover.active.subscribe(this.#show),
    ]
    this.#follow()
  }

  seen(): readonly Overlay[] {
    return this.#isSeen() ? this.#overlays : []
  }

  /** What a layer that people should see can't show, and why. */
  failing(): ReturnType<Director['failing']> {
    for (const { director } of this.seen()) {
      const failing = director.failing()
      if (failing) return failing
    }
    return null
  }

  tryAgain(): void {
    for (const { director } of this.#overlays) director.tryAgain()
  }

  close(): void {
    this.#cancel()
    for (const stop of this.#stops) stop()
    this.#keep([])
  }

  #follow = (): void => {
    this.#cancel()
    const { library, clock } = this.#options
    const parts = library.ready.get()
    const { current = null, next = null } = parts.group?.body ?? {}
    const now = clock.now()
    const schedule = scheduleAt({ current, next, override: null }, now)
    if (next && schedule !== next.programme) this.#cancel = alarm(clock, next.activateAt, this.#follow)
    const traits = traitsIn(parts)
    const layers = schedule?.layers?.filter(({ screens }) => playsOn(screens, traits)) ?? []
    this.#keep(layers.map((layer) => this.#taken(layer, schedule as SlotClocks)))
    this.#show()
  }

  #taken(layer: ScreenLayer, clocks: SlotClocks): Overlay {
    const parts = this.#options.library.ready.get()
    const known = this.#overlays.find((overlay) => overlay.layer.name === layer.name)
    if (!known) return new Overlay(this.#options, parts, clocks, layer)
    known.take(parts, clocks, layer)
    return known
  }

  /** Closes layers that are gone, and listens to new ones. */
  #keep(overlays: readonly Overlay[]): void {
    for (const [overlay, stop] of this.#listening) {
      if (overlays.includes(overlay)) continue
      stop()
      overlay.close()
      this.#listening.delete(overlay)
    }
    for (const overlay of overlays)
      if (!this.#listening.has(overlay)) this.#listening.set(overlay, this.#listenTo(overlay))
    this.#overlays = overlays
  }

  #listenTo({ director, playback }: Overlay): () => void {
    const stops = [director.layers.subscribe(this.#show), playback.now.subscribe(this.#show)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Layers show over pages: not over an emergency, nor where nothing is scheduled. */
  #isSeen(): boolean {
    const { takeover, director, playback } = this.#options
    if (takeover.active.get() || playback.now.get().reason === 'takeover') return false
    return director.front !== undefined || playback.now.get().storyboardId !== null
  }

  #show = (): void => {
    const isSeen = this.#isSeen()
    const drawn = JSON.stringify([
      isSeen,
      this.#overlays.map(({ id, place, size, director }) => [
        id,
        place,
        size.width,
        size.height,
        director.front !== undefined,
        director.layers.get().length > 0,
      ]),
    ])
    if (drawn !== this.#drawn) {
      this.#drawn = drawn
      this.#options.shown.set(overStage(this.#overlays, isSeen))
    }
    this.#options.changed.set({})
  }
}
