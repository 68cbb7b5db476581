import type { DevicePart, GroupPart } from '@vitrine/contract/api/playback/manifest'
import type { LayerPlace, Size } from '@vitrine/contract/schedule/layer-areas'
import { scheduleOfLayer } from '@vitrine/contract/schedule/layers'
import type { ScreenLayer } from '@vitrine/contract/schedule/screen-layer'
import type { SlotClocks } from '@vitrine/contract/schedule/slots'
import { IdleReturn } from '#actions/idle-return.ts'
import { lookUp, type Part, type Parts } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Playback } from '#schedule/playback.ts'
import { Director } from '#stage/director.ts'
import type { StageServices } from '#stage/stage-host.ts'
import { ZoneContents } from '#stage/zone-contents.ts'
import type { OverlayOptions } from './overlay-watch.ts'

/** Layers are silent: sound belongs to the page. */
const SILENT = new Signal(0)

let nextId = 1

/** The parts as a layer plays them: its own schedule, without switches and takeovers of the screen. */
function partsOfLayer({ group, device }: Parts, clocks: SlotClocks, layer: ScreenLayer): Parts {
  const current = scheduleOfLayer(clocks, layer)
  return {
    ...(group && { group: { ...group, body: { ...group.body, current, next: null } as GroupPart } }),
    ...(device && { device: ownOf(device) }),
  }
}

/** Parts never change. */
const own = new WeakMap<Part<'device'>, Part<'device'>>()

function ownOf(device: Part<'device'>): Part<'device'> {
  const known = own.get(device)
  if (known) return known
  const { planned: _, takeover: __, earlierTakeovers: ___, ...body } = device.body
  const made = { ...device, body: { ...body, override: null } as DevicePart }
  own.set(device, made)
  return made
}

/** A layer that plays: the same as what is below it, with its own schedule and stage. */
export class Overlay {
  readonly id = nextId++
  readonly director: Director
  readonly services: StageServices
  layer: ScreenLayer
  readonly #parts: Signal<Parts>
  readonly playback: Playback
  readonly zones = new ZoneContents()
  readonly #idle: IdleReturn
  readonly #options: OverlayOptions

  constructor(options: OverlayOptions, parts: Parts, clocks: SlotClocks, layer: ScreenLayer) {
    this.#options = options
    this.layer = layer
    this.#parts = new Signal(partsOfLayer(parts, clocks, layer))
    const { clock, conditions, report } = options
    const library = {
      ready: this.#parts,
      showing: (files: ReadonlySet<string>) => options.library.showing(files, this),
    }
    const playback = new Playback(library, clock, conditions)
    this.playback = playback
    const worked = { kept: [], keep: () => undefined }
    this.director = new Director({ library, playback, clock, conditions, report, worked })
    const { director } = this
    this.services = this.#servicesOf(options.services())
    this.#idle = new IdleReturn({ playback, director, clock, onSecond: this.services.onSecond })
  }

  get place(): LayerPlace {
    return this.layer.place
  }

  /** Of its storyboard. */
  get size(): Size {
    return this.director.front?.show.storyboard ?? this.#scheduled() ?? { width: 16, height: 9 }
  }

  /** New parts, or another place or schedule under the same name. */
  take(parts: Parts, clocks: SlotClocks, layer: ScreenLayer): void {
    this.layer = layer
    this.#parts.set(partsOfLayer(parts, clocks, layer))
  }

  close(): void {
    this.#idle.close()
    this.director.close()
    this.playback.close()
    this.#options.library.showing(new Set(), this)
  }

  #scheduled = (): Size | undefined => lookUp(this.#parts.get(), 'storyboards', this.layer.storyboardId)

  #servicesOf(stage: StageServices): StageServices {
    const { director } = this
    return {
      ...stage,
      ground: 'transparent',
      volume: SILENT,
      sound: new Signal<ReturnType<StageServices['sound']['get']>>('silent'),
      step: () => undefined,
      progress: (layerId, widgetId, shown) => {
        this.zones.keep(director.layers.get())
        this.zones.note(layerId, widgetId, shown)
        this.#options.changed.set({})
      },
      run: (widgetId, actions) => this.#options.run(widgetId, actions, director),
    }
  }
}
