import type { Action } from '@vitrine/contract/fields/actions'
import { localeOn } from '@vitrine/contract/player/screen-locale'
import { volumeAt } from '@vitrine/contract/schedule/volume'
import { runActions } from '#actions/run-actions.ts'
import { type LateConditions, lateConditions } from '#conditions/late-conditions.ts'
import { Connection } from '#downlink/connection.ts'
import { sharedFreezes } from '#downlink/freezes/freezes.ts'
import { Library } from '#downlink/library.ts'
import { Packages } from '#downlink/packages.ts'
import { lookUp } from '#downlink/parts.ts'
import { errorMessage } from '#lib/api.ts'
import type { Live } from '#lib/live.ts'
import { newId } from '#lib/new-id.ts'
import type { Turn } from '#lib/screen.ts'
import { Signal } from '#lib/signal.ts'
import { sleep } from '#lib/time/alarm.ts'
import { onceLoaded, untilLoaded } from '#lib/until-loaded.ts'
import { type LateOverlays, lateOverlays } from '#overlays/late-overlays.ts'
import type { WatchedRows } from '#schedule/conditions.ts'
import { Playback } from '#schedule/playback.ts'
import { Director } from '#stage/director.ts'
import { type KeptPage, keptPageOf } from '#stage/last-worked.ts'
import type { ScreenValues } from '#stage/screen-rows.ts'
import type { StageServices } from '#stage/stage-host.ts'
import { Visibility } from '#stage/visibility.ts'
import { ZoneContents } from '#stage/zone-contents.ts'
import { TakeoverWatch } from '#takeover/takeover.ts'
import { FirstFrames } from '#uplink/timing/first-frames.ts'
import type { Background } from './background.ts'
import type { SessionParts, Surroundings } from './parts.ts'
import { retryFailed } from './retry-failed.ts'

/** How long the first picture waits for the stored rows that conditions read. */
const ROWS_WAIT_MS = 2000
/** In percent, as in the manifest. */
const FULL_VOLUME = 100

/** Starts the session of a connected screen, which plays its stored content until the server responds. */
export async function startSession(screen: Surroundings): Promise<Session> {
  const { api, clock, store, state, problems, onUnpaired } = screen
  const { report } = problems
  const sharing = onceLoaded(async () => {
    const { Sharing } = await import('#sharing/sharing.ts')
    const configuration = () => library.latest.get().device?.body.configuration
    return new Sharing({ api, clock, store, configuration, report })
  })
  const library = new Library({
    ...{ store, state, api, clock, report, onUnpaired },
    share: async (...given) => (await sharing()).bring(...given),
  })
  await library.open()
  return new Session(screen, library, sharing, await keptPageOf(state))
}

/**
 * A connected screen, from pairing until it is disconnected: what the first picture needs. All else is in `Background`,
 * which loads after it.
 */
export class Session implements SessionParts {
  readonly library: Library
  readonly sharing: SessionParts['sharing']
  readonly conditions: LateConditions
  readonly playback: Playback
  readonly director: Director
  readonly takeover: TakeoverWatch
  readonly overlays: LateOverlays
  readonly visibility: Visibility
  readonly firstFrames: FirstFrames
  readonly connection: Connection
  readonly packages: Packages
  readonly live: Live
  readonly stage: StageServices
  readonly zones = new ZoneContents()
  readonly volume = new Signal(1)
  readonly sound: SessionParts['sound'] = new Signal<ReturnType<SessionParts['sound']['get']>>('silent')
  readonly identifying = new Signal(false)
  readonly #values = new Signal<ScreenValues>({ values: undefined })
  readonly #locale = new Signal(navigator.language)
  readonly #screen: Surroundings
  readonly #stops: (() => void)[] = []
  /** Touches and orders wait for it. */
  readonly #untilLoaded: Promise<Background>
  #background: Background | undefined
  #isClosed = false

  constructor(screen: Surroundings, library: Library, sharing: SessionParts['sharing'], worked: KeptPage) {
    const { api, clock, state, problems } = screen
    const { report } = problems
    this.#screen = screen
    this.library = library
    this.sharing = sharing
    sharedFreezes().found.forEach(report)
    this.packages = this.#openPackages()
    const kept = { get: state.get, set: (key: string, value: string) => state.set({ [key]: value }) }
    this.live = { options: { ask: api.data, kept, isUnhurried: true } }
    this.conditions = lateConditions({
      ...{ library, clock, open: () => this.#openRows() },
      endOfPage: (instant) => this.director.endOfPage(instant),
    })
    const { conditions } = this
    this.playback = new Playback(library, clock, conditions)
    const { turnAt } = conditions
    this.director = new Director({
      ...{ library, playback: this.playback, clock, conditions, turnAt, report, worked },
    })
    this.takeover = new TakeoverWatch(library, clock)
    const { playback, director, takeover } = this
    this.overlays = lateOverlays({
      ...{ library, clock, conditions, playback, director, takeover, report },
      services: () => this.stage,
      run: this.#run,
    })
    this.visibility = new Visibility({ library, takeover, director, clock, isHidden: () => document.hidden })
    this.firstFrames = new FirstFrames({ director, playback, takeover, now: () => clock.now() })
    this.connection = this.#connect()
    this.#untilLoaded = this.#loadBackground()
    this.stage = this.#stageServices()
    this.#follow()
  }

  device = () => this.library.latest.get().device?.body

  has = (storyboardId: string): boolean =>
    lookUp(this.library.ready.get(), 'storyboards', storyboardId) !== undefined

  turn = (): Turn => this.library.ready.get().device?.body.configuration?.orientation ?? 0

  /** Without their copies of the rows, pages with conditions would come only after the first picture. */
  ready = (): Promise<void> => Promise.race([this.conditions.ready(), sleep(ROWS_WAIT_MS)])

  /** Resolves when its data on other origins is erased, too. */
  close(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#isClosed = true
    this.#background?.close()
    this.takeover.close()
    this.live.data?.close()
    this.connection.close()
    this.overlays.close()
    this.director.close()
    this.playback.close()
    this.conditions.close()
    this.library.close()
    return this.packages.close()
  }

  async #loadBackground(): Promise<Background> {
    const { Background } = await untilLoaded(() => import('./background.ts'))
    this.#background = new Background(this.#screen, this)
    if (this.#isClosed) this.#background.close()
    return this.#background
  }

  /** The rows that conditions read; those of the screen's own values are in its manifest. */
  async #openRows(): Promise<(key: string) => WatchedRows> {
    const { watchedRows } = await untilLoaded(() => import('#stage/screen-rows.ts'))
    return (key) => watchedRows(this.live, this.library.ready.get().device?.body.values, key)
  }

  #openPackages(): Packages {
    const { api, state, store, problems } = this.#screen
    return new Packages({
      ...{ api, state, store, library: this.library, report: problems.report },
      data: async (path) => (await this.#untilLoaded).sources.file(path),
      filled: async (path, file) => (await this.#untilLoaded).sources.filled(path, file),
      touched: (what) => this.#background?.touchedPackage(what),
      surroundings: () => ({ sites: this.device()?.sites ?? [], locale: this.#locale.get() }),
    })
  }

  #connect(): Connection {
    const { api, clock, problems, onUnpaired, onTime } = this.#screen
    return new Connection({
      ...{ api, clock, library: this.library, report: problems.report, onUnpaired, onTime },
      onCommand: (command) => void this.#untilLoaded.then(({ commands }) => commands.take(command)),
      onSource: (notice) => void this.#untilLoaded.then(({ sources }) => sources.take(notice)),
    })
  }

  #stageServices(): StageServices {
    const { api, clock, store, onSecond, problems } = this.#screen
    const { library } = this
    const { report } = problems
    return {
      ...{ clock, store, onSecond, report, open: api.open },
      ...{ packages: this.packages, live: this.live, volume: this.volume, sound: this.sound },
      locale: this.#locale,
      values: this.#values,
      lost: new Signal(0),
      sites: () => this.device()?.sites ?? [],
      answer: (...given) => void this.#untilLoaded.then(({ reports }) => reports.answers.add(...given)),
      mediaFailed: ({ page, parts }) =>
        void (this.#background ? this.#background.repair(page, parts) : library.recheck()),
      step: (...given) => this.#background?.reports.inStep.video(...given),
      progress: (layerId, widgetId, shown) => {
        this.zones.note(layerId, widgetId, shown)
        this.#background?.reports.notePlays()
      },
      run: this.#run,
    }
  }

  /** `layer`: whose pages a layer's buttons turn; storyboards that they load play below it. */
  #run = (widgetId: string, actions: Parameters<typeof runActions>[1], layer?: Director): void => {
    const { playback, director, has } = this
    this.#background?.reports.touches.touched(widgetId, layer?.front?.show.page)
    runActions(widgetId, actions, {
      ...{ playback, has, relay: this.#relay, report: this.#screen.problems.report },
      director: layer ?? director,
      self: () => [this.device()?.deviceId ?? ''],
    })
  }

  #relay = (widgetId: string, action: Action): Promise<string | undefined> => {
    const { api, clock } = this.#screen
    return api
      .action({ body: { id: newId(clock.now()), widgetId, action, at: Math.round(clock.now()) } })
      .then(({ state, text: why }) => (state === 'done' ? undefined : why || state))
      .catch(errorMessage)
  }

  /** Keeps the volume and the language up to date, and retries what failed. */
  #follow(): void {
    const { library, director, connection, packages } = this
    this.#takeSettings()
    window.addEventListener('online', connection.wake)
    this.#stops.push(
      () => window.removeEventListener('online', connection.wake),
      library.ready.subscribe(this.#takeSettings),
      retryFailed({ library, directors: [director, this.overlays], connection, packages }),
      this.firstFrames.close,
      director.layers.subscribe(() => this.zones.keep(director.layers.get())),
      // The volume depends on the time of day.
      this.#screen.onSecond(this.#takeSettings),
    )
  }

  /** Pages look up their media again: an address may have waited for the rows. */
  takeRows = (): void => {
    const { group, device } = this.library.ready.get()
    const media = [group, device].flatMap((part) => Object.values(part?.body.media ?? {}))
    if (media.some(({ web }) => web?.address.includes('{'))) this.#values.set({ ...this.#values.get() })
  }

  #takeSettings = (): void => {
    const { configuration, locale, values } = this.library.ready.get().device?.body ?? {}
    const volume = configuration ? volumeAt(configuration, this.#screen.clock.now()) : FULL_VOLUME
    this.volume.set(volume / FULL_VOLUME)
    this.#locale.set(localeOn(navigator.language, locale))
    if (values !== this.#values.get().values) this.#values.set({ values })
  }
}
