import { APART_MS } from '#downlink/connection.ts'
import { newId } from '#lib/new-id.ts'
import { AnswerBook } from '#uplink/answers/answer-book.ts'
import { TouchBook } from '#uplink/answers/touch-book.ts'
import { FreeSpace } from '#uplink/free-space.ts'
import { HeartbeatSender } from '#uplink/heartbeat.ts'
import { onStage } from '#uplink/on-stage.ts'
import { Pictures } from '#uplink/pictures.ts'
import { PlayBook } from '#uplink/play-book.ts'
import { statusReport } from '#uplink/status-report.ts'
import { InStep } from '#uplink/timing/in-step.ts'
import type { SessionParts, Surroundings } from './parts.ts'

/** What a session reports to the server: its status, plays, answers, touches and screenshots. */
export class Reports {
  readonly pictures: Pictures
  readonly answers: AnswerBook
  readonly touches: TouchBook
  readonly inStep: InStep
  readonly #plays: PlayBook
  readonly #heartbeat: HeartbeatSender
  readonly #parts: SessionParts
  readonly #stops: (() => void)[] = []

  constructor(screen: Surroundings, parts: SessionParts) {
    const { api, clock, state, onSecond, problems } = screen
    const { report } = problems
    const { director, turn, visibility } = parts
    this.#parts = parts
    this.#plays = new PlayBook({ api, clock, state, report })
    this.answers = new AnswerBook({ api, clock, state, report })
    this.touches = new TouchBook({ front: () => director.front?.show.page, note: this.answers.note })
    this.pictures = new Pictures({ api, clock, turn, spread: this.#spread })
    this.inStep = new InStep({ director, clock, isSeen: visibility.isSeen })
    this.#heartbeat = this.#startHeartbeat(screen)
    this.#follow(onSecond)
  }

  /** Called when the screen's status in lists changed. */
  soon = (): void => this.#heartbeat.soon()

  /** Records what people can see on the stage as plays. */
  notePlays = (): void => {
    const { director, overlays, visibility, zones } = this.#parts
    const { front } = director
    const page = front ? onStage(front, zones) : []
    const layers = overlays.seen().flatMap(({ id, director: own, zones: shown }) =>
      (own.front ? onStage(own.front, shown) : []).map((play) => ({
        ...play,
        key: `layer ${id} ${play.key}`,
      })),
    )
    this.#plays.show(visibility.isSeen() ? [...page, ...layers] : [])
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#heartbeat.close()
    this.inStep.close()
    this.pictures.close()
    this.touches.close()
    this.answers.close()
    this.#plays.show([])
    this.#plays.close()
  }

  /** A few screens report immediately; thousands spread as far as when reconnecting. */
  #spread = (): number => {
    const { apart, crowd } = this.#parts.connection
    return Math.max(apart - APART_MS, crowd)
  }

  #startHeartbeat({ api, clock, store, problems, onUnpaired }: Surroundings): HeartbeatSender {
    const { library, playback, director, overlays, takeover, visibility, connection, firstFrames, sound } =
      this.#parts
    const space = new FreeSpace(store)
    this.#stops.push(library.ready.subscribe(space.measure))
    return new HeartbeatSender({
      ...{ api, clock, problems, onUnpaired },
      isConnected: connection.connected.get,
      onTag: connection.check,
      body: statusReport({
        ...{ clock, store, library, playback, director, overlays, takeover, visibility, firstFrames, space },
        sound: sound.get,
        turn: this.#parts.turn,
        inStep: () => this.inStep.samples(),
        bootId: newId(clock.now()),
      }),
      identity: () => ({
        name: this.#parts.device()?.name ?? '',
        deviceGroupId: library.ready.get().group?.body.groupId ?? null,
      }),
      spread: this.#spread,
      onPictures: this.pictures.every,
    })
  }

  #follow(onSecond: Surroundings['onSecond']): void {
    const { library, playback, director, takeover, overlays, sound, connection } = this.#parts
    for (const signal of [
      library.ready,
      playback.now,
      director.shown,
      takeover.active,
      sound,
      connection.connected,
    ])
      this.#stops.push(signal.subscribe(this.soon))
    this.#followContent()
    this.#followLayers()
    this.notePlays()
    this.#stops.push(
      director.layers.subscribe(this.notePlays),
      takeover.active.subscribe(this.notePlays),
      overlays.changed.subscribe(this.notePlays),
      // Dark hours start, and windows are hidden, without a change on the stage.
      onSecond(this.notePlays),
    )
  }

  /** Reports when a layer can no longer be shown, or again. */
  #followLayers(): void {
    const { overlays } = this.#parts
    let before = overlays.failing()?.storyboardId
    const look = () => {
      const failing = overlays.failing()?.storyboardId
      if (failing !== before) this.soon()
      before = failing
    }
    this.#stops.push(overlays.changed.subscribe(look))
  }

  /** Takes a screenshot after another storyboard, another version, or a takeover appeared; pages of one don't count. */
  #followContent(): void {
    const { playback, director, takeover, overlays, visibility } = this.#parts
    const shownNow = () => {
      const { group, device } = director.shown.get()?.parts ?? {}
      const isCovered = visibility.isCovered()
      return [
        playback.now.get().storyboardId,
        group?.hash,
        device?.hash,
        isCovered,
        takeover.active.get()?.id,
        overlays.shown.get()?.names,
      ].join(' ')
    }
    let shown = shownNow()
    const look = () => {
      const before = shown
      shown = shownNow()
      if (shown !== before) this.pictures.changed()
    }
    for (const signal of [playback.now, director.shown, takeover.active, overlays.shown])
      this.#stops.push(signal.subscribe(look))
  }
}
