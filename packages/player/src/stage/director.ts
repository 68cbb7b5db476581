import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import type { ChosenPage } from '@vitrine/contract/schedule/page-position'
import type { Library } from '#downlink/library.ts'
import { lookUp, type Parts } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Playback, PlaybackState } from '#schedule/playback.ts'
import { type KeptPage, type LastWorked, lastWorked, mayStay } from './last-worked.ts'
import { type Layer, Layers } from './layers.ts'
import { FailedPages, SKIP_MS } from './pages/failed-pages.ts'
import type { ResumingConditions } from './resume.ts'
import { pagesShownAt, type Show, showAt, type TurnAt } from './show-at.ts'

/** How long before its slot a page is prepared, in milliseconds, unless a page of five seconds is still appearing. */
const LEAD_MS = 4000
/** Timeouts after which an unready page is skipped; that of scripts is for those that load on an empty stage. */
const PATIENCE_MS = { media: 5000, scripts: 30_000 }

interface Options {
  library: Pick<Library, 'ready' | 'showing'>
  playback: Pick<Playback, 'now' | 'at' | 'better' | 'leaveOut' | 'takeBack'>
  clock: Clock
  conditions?: ResumingConditions | undefined
  turnAt?: () => TurnAt | undefined
  report: (problem: string) => void
  worked: KeptPage
}

/**
 * Decides which page shows, and prepares the next one early enough to be ready in time. The current page stays until
 * the next one is ready, so there is never a gap. A changed page appears at the next page boundary, another
 * storyboard immediately.
 */
export class Director {
  readonly layers: Signal<readonly Layer[]>
  /** The visible storyboard and its parts: changes when a switch has actually happened. */
  readonly shown = new Signal<{ storyboardId: string; parts: Parts } | null>(null)
  #parts: Parts
  #chosen: (ChosenPage & { since: number }) | undefined
  /** From which page the storyboard continues since a condition changed its pages. */
  #resumed: ChosenPage | undefined
  readonly #failed: FailedPages
  readonly #worked: LastWorked
  readonly #layers: Layers
  #cancelPlan: () => void = () => undefined
  #playback: PlaybackState
  readonly #stops: (() => void)[]
  readonly #options: Options

  constructor(options: Options) {
    const { library, playback, clock, conditions } = options
    this.#options = options
    this.#layers = new Layers({
      onChange: () => {
        this.#reportNeededFiles()
        this.#updateShown()
      },
      onLate: (id) => this.failed(id, 'not ready in time'),
    })
    this.layers = this.#layers.all
    this.#failed = new FailedPages(clock)
    this.#worked = lastWorked(options.worked)
    this.#parts = library.ready.get()
    this.#playback = playback.now.get()
    this.#stops = [
      library.ready.subscribe(this.#plan),
      playback.now.subscribe(this.#plan),
      clock.onStep(this.#plan),
    ]
    if (conditions) this.#stops.push(conditions.changed.subscribe(this.#plan))
    this.#plan()
  }

  get front(): Layer | undefined {
    return this.#layers.front
  }

  /** Called when a layer has painted completely and may become visible. */
  painted(id: number): void {
    this.#layers.painted(id)
    const painted = this.#layers.back
    // Its slot may have ended, but it is better than an empty stage, and the current page is prepared under it.
    if (painted?.id === id) this.#options.playback.takeBack(painted.show.storyboard.id)
    // What plays may have changed.
    const { back } = this.#layers
    if (!this.front && back?.id === id) this.#flip(back)
    else this.#plan()
  }

  /**
   * Called when the scripts of a layer's widgets begin to load, and when its media do. On an empty stage the time of
   * each starts then, because on a busy machine other pages would be late, too.
   */
  awaits(id: number, what: keyof typeof PATIENCE_MS): void {
    if (!this.front && this.#layers.back?.id === id) this.#layers.waitFor(id, PATIENCE_MS[what])
  }

  /** Called when the stage can't show a layer. */
  failed(id: number, reason: string): void {
    const layer = this.layers.get().find((candidate) => candidate.id === id)
    if (!layer || layer.state === 'leaving') return
    const { content, page, end } = layer.show
    const why = layer.trouble ? `${reason} (${layer.trouble})` : reason
    this.#failed.add(content, end, why)
    this.#options.report(`Skipped page "${page.name}": ${why}`)
    if (layer.state === 'front') this.#worked.failed()
    // A retry needs a new layer, because the stage has given up on this one.
    if (layer.state === 'back') this.#layers.dropBack()
    this.#plan()
  }

  /** Missing files have arrived: retries the pages that failed without them. */
  tryAgain(): void {
    this.#failed.clear()
    this.#options.playback.takeBack()
    this.#plan()
  }

  /**
   * Navigates within the current storyboard, until it next changes. Returns false if there is no such page. `find`
   * gets pages that don't show now with an empty id and name.
   */
  goTo(find: (items: readonly ManifestPage[], present: number) => number): boolean {
    const show = this.front?.show
    if (!show) return false
    const { items } = show.storyboard
    const shown = pagesShownAt(this.#options.clock.now(), show)
    const route = show.turn?.route() ?? items.map((_, index) => ({ index }))
    const pages = route.map(({ index }) =>
      shown.includes(index) ? lookUp(show.parts, 'pages', items[index]?.pageId ?? '') : undefined,
    )
    const place = show.turn?.at.place ?? 0
    const found = find(
      pages.map((page) => page ?? { ...show.page, id: '', name: '' }),
      route.findIndex(({ index }, n) => n >= place && index === show.index),
    )
    const chosen = route[found]
    if (!pages[found] || !chosen) return false
    this.#chosen = { ...chosen, at: Math.floor(this.#options.clock.now()), since: this.#playback.since }
    this.#plan()
    return true
  }

  /** Whether an action navigated within the current storyboard. */
  isChosen = (): boolean => this.#chosen?.since === this.#playback.since

  /** Returns to the page that would show without actions. */
  release(): void {
    this.#chosen = undefined
    this.#plan()
  }

  /** When the page that is due at an instant ends; undefined if it doesn't. */
  endOfPage = (instant: number): number | undefined =>
    this.#showAt(instant, this.#options.playback.at(instant), this.#parts)?.end ?? undefined

  close(): void {
    this.#cancelPlan()
    for (const stop of this.#stops) stop()
    this.#layers.close()
  }

  #plan = (): void => {
    const { clock, playback } = this.#options
    this.#cancelPlan()
    const now = clock.now()
    this.#takeParts(now)
    const due = this.#showAt(now, this.#playback, this.#parts)
    const front = this.front
    if (!due) return void this.#goWithout(now)
    if (front && this.#tryBetter(now)) return
    // An empty stage doesn't wait for a page that has failed: that is tried again under another one.
    const instead = !front && this.#failed.has(due.content) && this.#works(now)
    if (front?.show.key !== due.key) {
      this.#bring(instead || due, now)
      return
    }
    if (front.show.end !== due.end || front.show.parts !== due.parts) {
      front.show = due
      this.#updateShown()
    }
    // The current page is right: prepare the next one when it is time.
    const turn = Math.min(
      due.end ?? Number.POSITIVE_INFINITY,
      this.#playback.until ?? Number.POSITIVE_INFINITY,
    )
    if (turn === Number.POSITIVE_INFINITY) {
      this.#layers.dropBack()
      this.#wake(turn)
      return
    }
    const coming = this.#showAt(turn, playback.at(turn), this.#options.library.ready.get())
    if (!coming || coming.key === front.show.key) this.#layers.dropBack()
    else if (now >= turn - LEAD_MS) this.#bring(coming, turn)
    this.#wake(now >= turn - LEAD_MS ? turn : Math.min(turn - LEAD_MS, now + SKIP_MS))
  }

  /** Nothing of the due storyboard can be shown: the next choice plays, or else the last page that worked. */
  #goWithout(now: number): void {
    const { playback } = this.#options
    const { storyboardId } = this.#playback
    if (storyboardId !== null) playback.leaveOut(storyboardId)
    // Another storyboard plays.
    if (this.#playback.storyboardId !== storyboardId || this.#tryBetter(now)) return
    const works = this.#works(now)
    if (!works || storyboardId === null) this.#layers.set([])
    else if (works !== this.front?.show) this.#bring(works, now)
    else this.#layers.dropBack()
    this.#wake(now + PATIENCE_MS.media)
  }

  /** What is on the stage, or was, or was before a restart, if it may show although something else should. */
  #works(now: number): Show | undefined {
    const [storyboardId = null, pageId] = this.#worked.kept()
    const before: PlaybackState = { ...this.#playback, reason: 'nothing', storyboardId }
    return [this.front?.show, this.#worked.show() ?? this.#showAt(now, before, this.#parts, pageId)].find(
      (show) => show && mayStay(show, now) && !this.#failed.isOut(show.content, now),
    )
  }

  /** Tries what should play again, under what plays in its place. Returns whether it does. */
  #tryBetter(now: number): boolean {
    const better = this.#options.playback
      .better()
      .filter(({ storyboardId }) => storyboardId !== this.#playback.storyboardId)
    const tries = this.#layers.back?.tries
    if (tries && better.some(({ storyboardId }) => storyboardId === tries)) return true
    for (const state of better) {
      const show = this.#showAt(now, state, this.#parts)
      if (!show) continue
      this.#bring(show, now, show.storyboard.id)
      return true
    }
    return false
  }

  /** What should play, but can't be shown, and why. */
  failing(): { storyboardId: string; why: string } | null {
    const storyboardId = this.#options.playback.better()[0]?.storyboardId
    return storyboardId ? { storyboardId, why: this.#failed.whyOf(storyboardId, this.#parts) } : null
  }

  /** New parts apply at the end of a page, or immediately if something else is to play anyway. */
  #takeParts(now: number): void {
    const playback = this.#options.playback.now.get()
    const parts = this.#options.library.ready.get()
    const another =
      playback.since !== this.#playback.since || playback.storyboardId !== this.#playback.storyboardId
    if (another) {
      this.#resumed = this.#resumeIn(playback, parts)
      const stays = this.isChosen() && this.#resumed?.index === this.#chosen?.index
      this.#chosen = stays && this.#chosen ? { ...this.#chosen, since: playback.since } : undefined
    }
    this.#playback = playback
    if (parts === this.#parts) return
    const end = this.front?.show.end
    const midPage = !another && end !== undefined && end !== null && now < end
    if (midPage && this.#showAt(now, playback, this.#parts)?.key === this.front?.show.key) return
    this.#parts = parts
    this.#reportNeededFiles()
  }

  /** Prepares a page under the visible one, and flips to it once its slot has started and it is ready. */
  #bring(show: Show, turn: number, tries?: string): void {
    const { clock } = this.#options
    const before = this.#layers.back
    const back =
      before?.show.key === show.key
        ? before
        : this.#layers.prepare(show, Math.max(0, turn - clock.now()) + PATIENCE_MS.media, tries)
    if (turn <= clock.now() && this.#layers.isReady(back)) this.#flip(back)
  }

  #flip(back: Layer): void {
    const before = this.front
    // The previous page showed without problems: reset its failures.
    if (before && !this.#failed.isOut(before.show.content, this.#options.clock.now())) {
      this.#failed.forget(before.show.content)
      this.#worked.ended(before.show)
    }
    this.#worked.painted(back.show)
    this.#layers.flip(back)
    this.#plan()
  }

  #updateShown(): void {
    const seen = this.front?.show
    const shown = this.shown.get()
    if (!seen) this.shown.set(null)
    else if (shown?.storyboardId !== seen.storyboard.id || shown.parts !== seen.parts)
      this.shown.set({ storyboardId: seen.storyboard.id, parts: seen.parts })
  }

  /** Reports to the library which files the stage needs. */
  #reportNeededFiles(): void {
    const files = new Set<string>()
    for (const parts of [this.#parts, ...this.layers.get().map(({ show }) => show.parts)])
      for (const part of [parts.group, parts.device])
        for (const sha256 of Object.keys(part?.body.files ?? {})) files.add(sha256)
    this.#options.library.showing(files)
  }

  #showAt(instant: number, playback: PlaybackState, parts: Parts, firstId?: string): Show | undefined {
    const chosen = this.#chosen?.since === playback.since ? this.#chosen : undefined
    const isOther = playback.since !== this.#playback.since
    const resumed = isOther ? this.#resumeIn(playback, parts) : this.#resumed
    const { conditions, turnAt } = this.#options
    const { isOut } = this.#failed
    return showAt(
      { playback, parts, conditions: conditions?.at, isOut, chosen, resumed, firstId, turnAt: turnAt?.() },
      instant,
    )
  }

  /** How the storyboard on the stage continues where a condition changes its pages. */
  #resumeIn = (playback: PlaybackState, parts: Parts): ChosenPage | undefined =>
    this.#options.conditions?.resume(this.front?.show, playback, parts)

  #wake(at: number): void {
    const { clock, playback } = this.#options
    this.#cancelPlan()
    const retry = playback.better().length > 0 ? this.#failed.soonest(clock.now()) : at
    const next = Math.min(at, retry)
    if (next !== Number.POSITIVE_INFINITY) this.#cancelPlan = alarm(clock, next, this.#plan)
  }
}
