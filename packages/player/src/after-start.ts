import type { ScreenConfiguration } from '@vitrine/contract/api/playback/manifest'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { volumeAt } from '@vitrine/contract/schedule/volume'
import { IdleReturn } from '#actions/idle-return.ts'
import { type Api, errorMessage } from '#lib/api.ts'
import { keepAwake } from '#lib/keep-awake.ts'
import { type Live, liveOf } from '#lib/live.ts'
import { detectedFacts, type Turn } from '#lib/screen.ts'
import type { Signal } from '#lib/signal.ts'
import type { State } from '#lib/state.ts'
import { MachineHelper } from '#machine/machine-helper.ts'
import type { Playback } from '#schedule/playback.ts'
import { Sharing } from '#sharing/sharing.ts'
import { BackgroundAudio } from '#sound/background-audio.ts'
import { isBlack, isFileNotBlack, zoneWithMore } from '#stage/black-detection.ts'
import { BlackWatch } from '#stage/black-watch.ts'
import type { Director, Layer } from '#stage/director.ts'
import { mediaFile } from '#stage/stage-host.ts'
import { FileRepair } from './downlink/file-repair.ts'
import { keepFonts } from './downlink/kept-fonts.ts'
import type { Library } from './downlink/library.ts'
import type { Packages } from './downlink/packages.ts'
import type { FileStore } from './downlink/stores/file-store.ts'
import type { Clock } from './lib/time/clock.ts'
import { followDrift } from './lib/time/drift.ts'
import { registerMachine, sendMachineLog } from './machine/machine.ts'
import { AnswerBook } from './uplink/answers/answer-book.ts'
import { TouchBook } from './uplink/answers/touch-book.ts'
import { decodable } from './uplink/decodable.ts'
import { KeptSources } from './uplink/kept-sources.ts'
import type { ZoneContents } from './uplink/on-stage.ts'
import { Pictures } from './uplink/pictures.ts'
import { PlayBook } from './uplink/play-book.ts'
import { InStep } from './uplink/timing/in-step.ts'

interface Options {
  api: Api
  clock: Clock
  state: State
  store: FileStore
  packages: Packages
  library: Library
  live: Live
  director: Director
  playback: Playback
  zones: ZoneContents
  report: (problem: string) => void
  onSecond: (listener: () => void) => () => void
  /** Whether people can see the stage. */
  isSeen: () => boolean
  /** Whether the panel should be on. */
  isWithinHours: () => boolean
  /** Called when the screen's status in lists changed. */
  reportSoon: () => void
  turn: () => Turn
  volume: Signal<number>
  sound: Signal<ScreenFacts['sound']>
}

/** Everything a session does besides showing pages, in a chunk that loads after the first picture. */
export function startDeferred(options: Options) {
  const {
    api,
    clock,
    state,
    store,
    packages,
    library,
    live,
    director,
    playback,
    zones,
    report,
    onSecond,
    isSeen,
    isWithinHours,
    reportSoon,
    turn,
    volume,
    sound,
  } = options
  const plays = new PlayBook({ api, clock, state, report })
  const answers = new AnswerBook({ api, clock, state, report })
  const touches = new TouchBook({ front: () => director.front?.show.page, note: answers.note })
  const pictures = new Pictures({ api, clock, turn })
  const fileRepair = new FileRepair({ store, library, clock, report })
  // An earlier version never deleted files.
  void library.tidy().then(fileRepair.checkAll, (error: unknown) => report(errorMessage(error)))
  const fileOf = (layer: Layer, mediaId: string) => mediaFile(layer, mediaId, { store, packages })
  const watch = new BlackWatch({
    director,
    clock,
    isSeen,
    zoneWithMore,
    isBlack,
    files: (layer) =>
      [...zones.of(layer.id).values()].map(({ mediaId }) => fileOf(layer, mediaId)?.url ?? mediaId),
    isDue: (layer) => isFileNotBlack(layer, zones, (mediaId) => fileOf(layer, mediaId)),
    report,
  })
  detectedFacts.decodes = decodable()
  const sources = new KeptSources({ library, live: liveOf(live) })
  const stop = onSecond(() => void watch.look())
  const stopFonts = keepFonts({ library, store, report })
  const letSleep = keepAwake()
  const machine = registerMachine(api)
  const helper = new MachineHelper({
    isWithinHours,
    onPanel: reportSoon,
    report,
    onSecond,
    sendLog: (text) => sendMachineLog(api, text),
  })
  const audio = new BackgroundAudio({ director, clock, store, volume, sound, isSeen, onSecond, report })
  const inStep = new InStep({ director, clock, isSeen })
  void followDrift(clock, state)
  const configuration = () => library.latest.get().device?.body.configuration
  const sharing = new Sharing({ api, clock, store, configuration, report })
  const idle = new IdleReturn({ playback, director, clock, onSecond })
  return {
    plays,
    answer: answers.add,
    pictures,
    repair: fileRepair.repair,
    sources,
    helper,
    sharing,
    inStep,
    /** The volume at this time of day, 0 to 1. */
    volumeOf: (configuration: ScreenConfiguration) => volumeAt(configuration, clock.now()) / 100,
    /** Called for a touch, or for a command that navigated the screen. */
    touched: idle.touched,
    /** Called before the actions of a touched widget run. */
    touchedWidget: touches.touched,
    touchedPackage: (what: string) => {
      idle.touched()
      touches.touchedPackage(what)
    },
    close() {
      audio.close()
      sharing.close()
      idle.close()
      inStep.close()
      stop()
      stopFonts()
      letSleep()
      machine.close()
      helper.close()
      sources.close()
      fileRepair.close()
      pictures.close()
      touches.close()
      answers.close()
      plays.show([])
      plays.close()
    },
  }
}
