import type { Heartbeat, PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/player'
import type { Action } from '@vitrine/contract/document/actions'
import { isLit } from '@vitrine/contract/schedule/schedule'
import { LiveData } from '@vitrine/widgets/live-data'
import { runActions, runHere } from '#actions/run-actions.ts'
import type { FileStore } from '#content/file-store.ts'
import { Library } from '#content/library.ts'
import { Packages } from '#content/packages.ts'
import { lookUp } from '#content/parts.ts'
import { type Api, text } from '#lib/api.ts'
import { newId } from '#lib/new-id.ts'
import { screenFacts, type Turn } from '#lib/screen.ts'
import { Signal } from '#lib/signal.ts'
import { startAnew } from '#lib/start-anew.ts'
import type { State } from '#lib/state.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import { CommandRunner } from '#report/commands.ts'
import { APART_MS, Connection } from '#report/connection.ts'
import { HeartbeatSender } from '#report/heartbeat.ts'
import { onStage, ZoneContents } from '#report/on-stage.ts'
import type { Problems } from '#report/problems.ts'
import { ProgrammeRunner } from '#schedule/programme.ts'
import { Director } from '#stage/director.ts'
import type { StageServices } from '#stage/stage-host.ts'
import { TakeoverWatch } from '#takeover/takeover.ts'
import type { startRest } from './after-start.ts'
import type { Clock } from './lib/time/clock.ts'

interface Options {
  api: Api
  clock: Clock
  store: FileStore
  state: State
  problems: Problems
  onSecond: StageServices['onSecond']
  onUnpaired: () => void
  /** The server's clock was set. */
  onTime: () => void
}

/** Percent, as the manifest says it. */
const FULL_VOLUME = 100

export type Session = Awaited<ReturnType<typeof startSession>>

/** Everything of a screen that is connected to an organization, from its pairing until it is disconnected. */
export async function startSession({
  api,
  clock,
  store,
  state,
  problems,
  onSecond,
  onUnpaired,
  onTime,
}: Options) {
  const { report } = problems
  const library = new Library({ store, state, api, clock, report, onUnpaired })
  await library.open()
  const packages = new Packages({ api, state, store, library, report })
  const programme = new ProgrammeRunner(library, clock)
  const director = new Director({ library, programme, clock, report })
  const live = new LiveData({
    ask: api.data,
    kept: { get: state.get, set: (key, value) => state.set({ [key]: value }) },
  })
  const takeover = new TakeoverWatch(library, clock)
  /** Comes after the first picture: what was on the stage before is not claimed. */
  let rest: ReturnType<typeof startRest> | undefined
  const zones = new ZoneContents()
  const turn = (): Turn => library.ready.get().device?.body.configuration?.orientation ?? 0
  const here = {
    programme,
    director,
    has: (id: string) => lookUp(library.ready.get(), 'storyboards', id) !== undefined,
  }
  const commands = new CommandRunner({
    api,
    clock,
    report,
    screenshot: (width) => untilRest.then(({ pictures }) => pictures.take(width)),
    clearCache: () => library.clean().then(() => undefined),
    sendFile: async (sha256) =>
      (await import('#content/send-file.ts')).sendFile({ api, store, report }, sha256),
    action: ({ action }) => runHere(action, here),
    reload: () => void startAnew(),
  })
  const connection = new Connection({
    api,
    library,
    clock,
    report,
    onUnpaired,
    onCommand: (command) => void commands.take(command),
    onTime,
  })
  const heartbeat = new HeartbeatSender({
    api,
    problems,
    body: heartbeatBody,
    name: () => device()?.name ?? '',
    // A few screens report at once; thousands as far apart as they would come back.
    spread: () => Math.max(connection.apart - APART_MS, connection.crowd),
    onUnpaired,
    onPictures: (seconds) => void untilRest.then(({ pictures }) => pictures.every(seconds)),
  })
  const stops = [
    library.ready.subscribe(heartbeat.soon),
    programme.now.subscribe(heartbeat.soon),
    director.shown.subscribe(heartbeat.soon),
    takeover.active.subscribe(heartbeat.soon),
  ]

  let { missing } = library.progress.get()
  stops.push(
    library.progress.subscribe(() => {
      const before = missing
      missing = library.progress.get().missing
      if (missing === 0 && before > 0) director.tryAgain()
    }),
  )

  let isClosed = false
  /** Touches wait for it. */
  const untilRest = untilLoaded(() => import('./after-start.ts')).then(({ startRest }) => {
    const services = { api, clock, state, store, packages, library, director, zones, report, onSecond, turn }
    rest = startRest({ ...services, isSeen })
    if (isClosed) rest.close()
    else notePlays()
    return rest
  })

  const device = () => library.latest.device?.body
  const volume = new Signal(1)
  const sound = new Signal<ScreenFacts['sound']>('silent')
  const takeVolume = () =>
    volume.set((library.ready.get().device?.body.configuration?.volume ?? FULL_VOLUME) / FULL_VOLUME)
  takeVolume()
  stops.push(library.ready.subscribe(takeVolume), sound.subscribe(heartbeat.soon))

  const stage: StageServices = {
    clock,
    store,
    packages,
    onSecond,
    volume,
    sound,
    report,
    live,
    answer: (...given) => void untilRest.then(({ answer }) => answer(...given)),
    mediaFailed: ({ page, parts }) => void (rest ? rest.mend(page, parts) : library.recheck()),
    progress: (layerId, widgetId, shown) => {
      zones.note(layerId, widgetId, shown)
      notePlays()
    },
    run: (widgetId, actions) =>
      runActions(widgetId, actions, { ...here, report, relay, self: () => [device()?.deviceId ?? ''] }),
  }

  const relay = (widgetId: string, action: Action): Promise<string | undefined> =>
    api
      .action({ id: newId(clock.now()), widgetId, action, at: Math.round(clock.now()) })
      .then(({ state, text: why }) => (state === 'done' ? undefined : why || state))
      .catch(text)

  /** Whether the words of a takeover stand over everything. */
  const isCovered = () => {
    const active = takeover.active.get()
    return active !== null && director.front?.show.storyboard.id !== active.storyboardId
  }

  /** Whether people can see the stage now. */
  const isSeen = () => {
    const hours = library.ready.get().device?.body.configuration?.hours ?? null
    const isLitNow = isLit(hours, clock.now()) || takeover.active.get() !== null
    return isLitNow && !isCovered() && !document.hidden
  }

  /** What people can see of the stage now is what is played. */
  function notePlays() {
    zones.keep(director.layers.get())
    const { front } = director
    rest?.plays.show(front && isSeen() ? onStage(front, zones) : [])
  }
  stops.push(
    director.layers.subscribe(notePlays),
    takeover.active.subscribe(notePlays),
    // Dark hours begin, and windows are hidden, without a word of the stage.
    onSecond(notePlays),
  )
  /** When the first frame of what is seen was there, for the parts and for the storyboard. */
  const seen = { group: '', device: '', storyboard: '' }
  const seenAt: { group: number | null; device: number | null; storyboard: number | null } = {
    group: null,
    device: null,
    storyboard: null,
  }
  function noteSeen() {
    const shown = director.shown.get()
    const now = Math.round(clock.now())
    const marks = {
      group: shown?.parts.group?.hash ?? '',
      device: shown?.parts.device?.hash ?? '',
      storyboard: shown ? `${shown.storyboardId} ${programme.now.get().since}` : '',
    }
    for (const kind of ['group', 'device', 'storyboard'] as const)
      if (seen[kind] !== marks[kind]) {
        seen[kind] = marks[kind]
        seenAt[kind] = marks[kind] === '' ? null : now
      }
  }
  stops.push(director.shown.subscribe(noteSeen))
  noteSeen()

  const bootId = newId(clock.now())
  const startedMonotonic = clock.monotonic()
  let room: number | null = null
  const measureRoom = () =>
    store.room().then(
      (bytes) => {
        room = Number.isFinite(bytes) ? Math.max(0, Math.round(bytes)) : null
      },
      () => undefined,
    )
  void measureRoom()
  stops.push(library.ready.subscribe(() => void measureRoom()))

  function playing(): PlayingReport {
    const { storyboardId, reason, since } = programme.now.get()
    const isSeen = seen.storyboard === `${storyboardId} ${since}`
    return {
      storyboardId,
      pageId: director.front?.show.page.id ?? null,
      reason: isCovered() ? 'takeover' : reason,
      since: Math.round(since),
      seenAt: isSeen ? seenAt.storyboard : null,
    }
  }

  function heartbeatBody(): Omit<Heartbeat, 'errors'> {
    const ready = library.ready.get()
    const shown = director.shown.get()?.parts ?? ready
    const { missing, total, keptBytes } = library.progress.get()
    return {
      screen: { ...screenFacts(store.kind, turn()), sound: sound.get() },
      held: { group: ready.group?.hash ?? '', device: ready.device?.hash ?? '' },
      shown: { group: shown.group?.hash ?? '', device: shown.device?.hash ?? '' },
      playing: playing(),
      download: { missing, total },
      shownAt: { group: seenAt.group, device: seenAt.device },
      takeoverId: takeover.active.get()?.id ?? null,
      bootId,
      startedAt: Math.round(clock.now() - (clock.monotonic() - startedMonotonic)),
      storage: { used: keptBytes, room },
      clockError: clock.error(),
    }
  }

  return {
    library,
    programme,
    director,
    connection,
    stage,
    takeover,
    commands,
    device,
    /** Resolves when what it left on other origins is gone, too. */
    close(): Promise<void> {
      for (const stop of stops) stop()
      isClosed = true
      rest?.close()
      commands.close()
      takeover.close()
      heartbeat.close()
      live.close()
      connection.close()
      director.close()
      programme.close()
      library.close()
      return packages.close()
    },
  }
}
