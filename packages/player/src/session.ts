import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Action } from '@vitrine/contract/document/actions'
import { localeOn } from '@vitrine/contract/player/screen-locale'
import { runActions, runHere } from '#actions/run-actions.ts'
import { type Api, errorMessage } from '#lib/api.ts'
import type { Live } from '#lib/live.ts'
import { newId } from '#lib/new-id.ts'
import { reloadWhenReachable } from '#lib/reload.ts'
import type { Turn } from '#lib/screen.ts'
import { Signal } from '#lib/signal.ts'
import type { State } from '#lib/state.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import { Playback } from '#schedule/playback.ts'
import type { Share } from '#sharing/share.ts'
import { Director } from '#stage/director.ts'
import { type KeptPage, keptPageOf } from '#stage/last-worked.ts'
import type { StageServices } from '#stage/stage-host.ts'
import { Visibility } from '#stage/visibility.ts'
import { TakeoverWatch } from '#takeover/takeover.ts'
import type { startDeferred } from './after-start.ts'
import { APART_MS, Connection } from './downlink/connection.ts'
import { sharedFreezes } from './downlink/freezes/freezes.ts'
import { Library } from './downlink/library.ts'
import { Packages } from './downlink/packages.ts'
import { lookUp } from './downlink/parts.ts'
import type { FileStore } from './downlink/stores/file-store.ts'
import type { Clock } from './lib/time/clock.ts'
import { retryFailed } from './retry-failed.ts'
import { CommandRunner } from './uplink/commands.ts'
import { FreeSpace } from './uplink/free-space.ts'
import { HeartbeatSender } from './uplink/heartbeat.ts'
import { onStage, ZoneContents } from './uplink/on-stage.ts'
import type { Problems } from './uplink/problems.ts'
import { statusReport } from './uplink/status-report.ts'
import { FirstFrames } from './uplink/timing/first-frames.ts'

interface Options {
  api: Api
  clock: Clock
  store: FileStore
  state: State
  token: () => string | undefined
  problems: Problems
  onSecond: StageServices['onSecond']
  onUnpaired: () => void
  /** Called when the server's clock was set. */
  onTime: () => void
}

/** In percent, as in the manifest. */
const FULL_VOLUME = 100

/** The session of a connected screen, from pairing until it is disconnected. */
export async function startSession(options: Options): Promise<Session> {
  const { api, clock, store, state, problems, onUnpaired } = options
  const { report } = problems
  let started = (_: Session) => {}
  const untilStarted = new Promise<Session>((resolve) => {
    started = resolve
  })
  const share: Share = async (...given) => (await untilStarted).share(...given)
  const library = new Library({ store, state, api, clock, share, report, onUnpaired })
  await library.open()
  const session = new Session(options, library, await keptPageOf(state))
  started(session)
  return session
}

export class Session {
  readonly library: Library
  readonly playback: Playback
  readonly director: Director
  readonly takeover: TakeoverWatch
  readonly commands: CommandRunner
  readonly connection: Connection
  readonly stage: StageServices
  readonly #options: Options
  readonly #packages: Packages
  readonly #live: Live
  readonly #heartbeat: HeartbeatSender
  readonly #visibility: Visibility
  readonly #zones = new ZoneContents()
  readonly #volume = new Signal(1)
  readonly #locale = new Signal(navigator.language)
  readonly #sound = new Signal<ScreenFacts['sound']>('silent')
  readonly #stops: (() => void)[] = []
  /** Loads after the first picture; touches wait for it. */
  readonly #untilDeferred: Promise<ReturnType<typeof startDeferred>>
  #deferred: ReturnType<typeof startDeferred> | undefined
  #isClosed = false

  constructor(options: Options, library: Library, worked: KeptPage) {
    const { api, clock, store, state, problems } = options
    const { report } = problems
    this.#options = options
    sharedFreezes().found.forEach(report)
    this.library = library
    const data = async (path: string) => (await this.#untilDeferred).sources.file(path)
    this.#packages = new Packages({
      ...{ api, state, store, library, report, data },
      touched: (what) => this.#deferred?.touchedPackage(what),
      surroundings: () => ({ sites: this.device()?.sites ?? [], locale: this.#locale.get() }),
    })
    this.playback = new Playback(library, clock)
    this.director = new Director({ library, playback: this.playback, clock, report, worked })
    const kept = { get: state.get, set: (key: string, value: string) => state.set({ [key]: value }) }
    this.#live = { options: { ask: api.data, kept } }
    this.takeover = new TakeoverWatch(library, clock)
    this.#visibility = new Visibility({
      library,
      takeover: this.takeover,
      director: this.director,
      clock,
      isHidden: () => document.hidden,
    })
    this.commands = this.#startCommands()
    this.connection = this.#connect()
    window.addEventListener('online', this.connection.wake)
    this.#heartbeat = this.#startHeartbeat()
    this.#untilDeferred = this.#loadDeferred()
    this.stage = this.#stageServices()
    this.#follow()
  }

  device = () => this.library.latest.get().device?.body

  share: Share = async (...given) => (await this.#untilDeferred).sharing.bring(...given)

  /** Resolves when its data on other origins is erased, too. */
  close(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#isClosed = true
    this.#deferred?.close()
    this.commands.close()
    this.takeover.close()
    this.#heartbeat.close()
    this.#live.data?.close()
    window.removeEventListener('online', this.connection.wake)
    this.connection.close()
    this.director.close()
    this.playback.close()
    this.library.close()
    return this.#packages.close()
  }

  /** The functions of this screen that actions and commands call. */
  get #here() {
    return {
      playback: this.playback,
      director: this.director,
      has: (id: string) => lookUp(this.library.ready.get(), 'storyboards', id) !== undefined,
    }
  }

  #turn = (): Turn => this.library.ready.get().device?.body.configuration?.orientation ?? 0

  #startCommands(): CommandRunner {
    const { api, clock, store, state, token, problems } = this.#options
    const { report } = problems
    return new CommandRunner({
      api,
      clock,
      report,
      screenshot: (width) => this.#untilDeferred.then(({ pictures }) => pictures.take(width)),
      clearCache: () => this.library.clean().then(() => undefined),
      repair: async () =>
        (await (await import('./app-update/repair.ts')).repairShell())
          ? undefined
          : "The server's files can't be read",
      sendFile: async (sha256) =>
        (await import('./downlink/send-file.ts')).sendFile({ api, store, report }, sha256),
      move: async (address) => (await import('#moving/leave.ts')).moveTo(address, { state, token, report }),
      neighbor: async (command) => (await this.#untilDeferred).sharing.take(command),
      machine: (order) => this.#untilDeferred.then(({ helper }) => helper.order(order)),
      action: ({ action }) => {
        this.#deferred?.touched()
        return runHere(action, this.#here)
      },
      reload: () => void reloadWhenReachable(),
    })
  }

  #connect(): Connection {
    const { api, clock, problems, onUnpaired, onTime } = this.#options
    return new Connection({
      api,
      library: this.library,
      clock,
      report: problems.report,
      onUnpaired,
      onCommand: (command) => void this.commands.take(command),
      onSource: (notice) => void this.#untilDeferred.then(({ sources }) => sources.take(notice)),
      onTime,
    })
  }

  #startHeartbeat(): HeartbeatSender {
    const { api, clock, store, problems, onUnpaired } = this.#options
    const { library, playback, director, takeover, connection } = this
    const firstFrames = new FirstFrames({ director, playback, takeover, now: () => clock.now() })
    const space = new FreeSpace(store)
    this.#stops.push(firstFrames.close, library.ready.subscribe(space.measure))
    return new HeartbeatSender({
      api,
      clock,
      isConnected: connection.connected.get,
      onTag: connection.check,
      problems,
      body: statusReport({
        clock,
        store,
        library,
        playback,
        director,
        takeover,
        visibility: this.#visibility,
        firstFrames,
        space,
        sound: this.#sound.get,
        turn: this.#turn,
        inStep: () => this.#deferred?.inStep.samples(),
        bootId: newId(clock.now()),
      }),
      identity: () => ({
        name: this.device()?.name ?? '',
        deviceGroupId: this.library.ready.get().group?.body.groupId ?? null,
      }),
      // A few screens report immediately; thousands spread as far as when reconnecting.
      spread: () => Math.max(connection.apart - APART_MS, connection.crowd),
      onUnpaired,
      onPictures: (seconds) => void this.#untilDeferred.then(({ pictures }) => pictures.every(seconds)),
    })
  }

  async #loadDeferred(): Promise<ReturnType<typeof startDeferred>> {
    const { api, clock, state, store, onSecond, problems } = this.#options
    const { startDeferred } = await untilLoaded(() => import('./after-start.ts'))
    const deferred = startDeferred({
      api,
      clock,
      state,
      store,
      packages: this.#packages,
      library: this.library,
      live: this.#live,
      director: this.director,
      playback: this.playback,
      zones: this.#zones,
      report: problems.report,
      onSecond,
      turn: this.#turn,
      isSeen: this.#visibility.isSeen,
      isWithinHours: this.#visibility.isWithinHours,
      reportSoon: this.#heartbeat.soon,
      volume: this.#volume,
      sound: this.#sound,
    })
    this.#deferred = deferred
    if (this.#isClosed) deferred.close()
    else this.#notePlays()
    return deferred
  }

  #stageServices(): StageServices {
    const { api, clock, store, onSecond, problems } = this.#options
    const { report } = problems
    const self = () => [this.device()?.deviceId ?? '']
    return {
      clock,
      store,
      packages: this.#packages,
      onSecond,
      volume: this.#volume,
      locale: this.#locale,
      sound: this.#sound,
      report,
      live: this.#live,
      open: api.open,
      lost: new Signal(0),
      sites: () => this.device()?.sites ?? [],
      answer: (...given) => void this.#untilDeferred.then(({ answer }) => answer(...given)),
      mediaFailed: ({ page, parts }) =>
        void (this.#deferred ? this.#deferred.repair(page, parts) : this.library.recheck()),
      step: (...given) => this.#deferred?.inStep.video(...given),
      progress: (layerId, widgetId, shown) => {
        this.#zones.note(layerId, widgetId, shown)
        this.#notePlays()
      },
      run: (widgetId, actions) => {
        this.#deferred?.touchedWidget(widgetId)
        runActions(widgetId, actions, { ...this.#here, report, relay: this.#relay, self })
      },
    }
  }

  #relay = (widgetId: string, action: Action): Promise<string | undefined> => {
    const { api, clock } = this.#options
    return api
      .action({ body: { id: newId(clock.now()), widgetId, action, at: Math.round(clock.now()) } })
      .then(({ state, text: why }) => (state === 'done' ? undefined : why || state))
      .catch(errorMessage)
  }

  /** Keeps reports, the volume, the language and the record of plays up to date, and retries what failed. */
  #follow(): void {
    const { library, playback, director, takeover } = this
    this.#takeSettings()
    const { connected } = this.connection
    for (const signal of [
      library.ready,
      playback.now,
      director.shown,
      takeover.active,
      this.#sound,
      connected,
    ])
      this.#stops.push(signal.subscribe(this.#heartbeat.soon))
    this.#stops.push(
      library.ready.subscribe(this.#takeSettings),
      retryFailed({ library, director, connection: this.connection, packages: this.#packages }),
      director.layers.subscribe(this.#notePlays),
      takeover.active.subscribe(this.#notePlays),
      // Dark hours start, and windows are hidden, without a change on the stage.
      this.#options.onSecond(this.#notePlays),
      // The volume depends on the time of day.
      this.#options.onSecond(this.#takeSettings),
    )
  }

  #takeSettings = (): void => {
    const { configuration, locale } = this.library.ready.get().device?.body ?? {}
    this.#volume.set(
      (configuration && this.#deferred?.volumeOf(configuration)) ??
        (configuration?.volume ?? FULL_VOLUME) / FULL_VOLUME,
    )
    this.#locale.set(localeOn(navigator.language, locale))
  }

  /** Records what people can see on the stage as plays. */
  #notePlays = (): void => {
    this.#zones.keep(this.director.layers.get())
    const { front } = this.director
    this.#deferred?.plays.show(front && this.#visibility.isSeen() ? onStage(front, this.#zones) : [])
  }
}
