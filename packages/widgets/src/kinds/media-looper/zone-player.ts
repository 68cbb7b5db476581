import type { StepKind } from '@vitrine/contract/api/screens/screen-report'
import { type Fit, type MediaZoneEntry, secondsOf } from '@vitrine/contract/fields/kinds/media-zone'
import { shownAt } from '@vitrine/contract/schedule/show-dates'
import type { Host, MediaFile, ShownMedium, ZoneCommand } from '@vitrine/widgets/host'
import { BrokenFiles } from './broken-files.ts'
import { Outgoing } from './outgoing.ts'
import { showFile } from './shown-medium.ts'
import { neighbor, type Position, positionAt, shiftTo } from './timeline.ts'

export interface Zone {
  entries: readonly MediaZoneEntry[]
  interval: number
  muted: boolean
  captions: boolean
  /** The fit of entries without their own. */
  fit: Fit
}

/** A card of the zone and the element to render it in. */
export interface PageSlot {
  key: string
  element: HTMLElement
  file: MediaFile
}

interface Layer {
  key: string
  index: number
  medium: ShownMedium
  /** When it started loading (monotonic clock, seconds). */
  since: number
  /** It failed while visible, and must not count as the right one anymore. */
  spent?: boolean
}

/** Seconds until an entry that doesn't load, or a video that stalls, is skipped. */
const PATIENCE = 4
/** The same while nothing else is visible. */
const PATIENCE_WITH_NOTHING = 30

/**
 * Plays a media zone on two layers: one is visible, the next one is loaded and decoded under it and replaces it when
 * its first frame is ready. The position follows the host's clock alone, until a command moves this zone.
 */
export class ZonePlayer {
  private seen: Layer | undefined
  private coming: Layer | undefined
  /** When the visible video stalled (monotonic clock, seconds). */
  private stillSince: number | undefined
  /** Seconds by which commands have shifted this zone from the clock. */
  private shift = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly broken = new BrokenFiles()
  /** Lengths of videos in seconds, by URL. */
  private readonly lengths = new Map<string, number>()
  private switching: Layer | undefined
  private readonly outgoing = new Outgoing()
  private disposed = false
  private leaveHost = () => {}

  private readonly root: HTMLElement
  private readonly widgetId: string
  private readonly onPages: (pages: PageSlot[]) => void
  private readonly show: typeof showFile
  private zone: Zone
  private host: Host

  constructor(
    root: HTMLElement,
    widgetId: string,
    zone: Zone,
    host: Host,
    onPages: (pages: PageSlot[]) => void,
    show = showFile,
  ) {
    this.root = root
    this.widgetId = widgetId
    this.zone = zone
    this.host = host
    this.onPages = onPages
    this.show = show
    this.joinHost()
    this.look()
  }

  /** Applies new settings or files; the visible item stays until its successor is ready. */
  update(zone: Zone, host: Host) {
    this.zone = zone
    if (host !== this.host) {
      const before = this.host
      this.leaveHost()
      this.host = host
      this.joinHost()
      if (before.motion !== host.motion) this.moveOrRest()
    }
    this.seen?.medium.tune()
    this.coming?.medium.tune()
    if (this.coming && this.coming.key !== this.keyOf(this.coming.index)) this.drop('coming')
    this.look()
  }

  dispose() {
    this.disposed = true
    clearTimeout(this.timer)
    this.leaveHost()
    this.outgoing.dispose()
    this.drop('coming')
    this.drop('seen')
  }

  private joinHost() {
    const stopTicking = this.host.onTick(() => this.look())
    const stopCommands = this.host.onCommand(this.widgetId, (command) => this.obey(command))
    this.leaveHost = () => {
      stopTicking()
      stopCommands()
    }
  }

  /** Pauses or resumes; playback resumes at the current time. */
  private moveOrRest() {
    const { seen } = this
    if (!seen) return
    const seconds = this.seconds()
    const place = positionAt(seconds, this.elapsed())
    if (!this.host.motion) seen.medium.rest()
    else if (place && seen.key === this.keyOf(place.index))
      seen.medium.start(this.offsetOf(place, seconds), () => {})
  }

  /** For durations, because a corrected clock must not make an item late. */
  private now() {
    return this.host.monotonic() / 1000
  }

  /**
   * The entries that show now by their dates and rules, and since when: the loop restarts at that instant, on all screens. In
   * the designer all of them show.
   */
  private shown() {
    const { entries } = this.zone
    const { mode, timeZone, now, traits } = this.host
    return shownAt(mode === 'design' ? entries.map(() => ({})) : entries, timeZone, now(), undefined, traits)
  }

  private isShown(index: number) {
    return this.shown().value.includes(index)
  }

  /** Seconds since the loop started; before that the first entry waits. */
  private elapsed() {
    const since = Math.max(this.host.since, this.shown().since)
    return Math.max(0, this.host.now() - since) / 1000 + this.shift
  }

  private fileOf(index: number): MediaFile | undefined {
    const entry = this.zone.entries[index]
    return entry && this.host.media(entry.mediaId)
  }

  private keyOf(index: number): string | undefined {
    const file = this.fileOf(index)
    const { fit, focus } = this.lookOf(index)
    return file && [index, file.url, fit, focus, this.zone.captions && file.captions?.key].join(' ')
  }

  private lookOf(index: number) {
    const { fit = this.zone.fit, focus = 'center' } = this.zone.entries[index] ?? {}
    return { fit, focus }
  }

  private lengthOf(file: MediaFile) {
    return file.duration ?? this.lengths.get(file.url)
  }

  /** The durations of all entries; 0 for those that are missing, broken, or hidden by their dates or rules. */
  private seconds(): number[] {
    const now = this.now()
    const shown = this.shown().value
    return this.zone.entries.map((entry, index) => {
      const file = this.fileOf(index)
      if (!file || !shown.includes(index) || this.broken.isOut(file.url, now)) return 0
      return secondsOf(entry.duration, this.zone.interval, this.lengthOf(file))
    })
  }

  /** The position within an entry. A single video keeps playing across the ends of its turns. */
  private offsetOf({ index, offset }: Position, seconds: readonly number[]): number {
    const file = this.fileOf(index)
    const length = file && this.lengthOf(file)
    return length && neighbor(seconds, index, 1) === index ? this.elapsed() % length : offset
  }

  /** Compares the target with the visible entry, and takes the next step. Safe to call at any time. */
  private look() {
    if (this.disposed) return
    clearTimeout(this.timer)
    const { seen } = this
    const belongs = seen !== undefined && seen.key === this.keyOf(seen.index)
    if (belongs && !this.host.motion) return this.drop('coming')
    const seconds = this.seconds()
    const place = positionAt(seconds, this.elapsed())
    if (!place) {
      this.drop('coming')
      // A broken picture is better than none, unless its entry was removed from the zone or has ended.
      if (!belongs || !this.isShown(seen.index)) this.drop('seen')
      return
    }
    if (!seen || seen.spent || seen.key !== this.keyOf(place.index))
      return this.bring(place.index, this.offsetOf(place, seconds))
    if (this.standsStill(seen)) return this.dropFailedFile(seen, new Error('Video has stalled'))
    seen.medium.follow(this.offsetOf(place, seconds))
    const next = neighbor(seconds, place.index, 1)
    if (next === place.index) return this.drop('coming')
    if (this.coming?.key !== this.keyOf(next)) this.load(next, 0)
    this.timer = setTimeout(() => this.look(), Math.max(4, place.left * 1000))
  }

  /** The entry `index` is due: shows it if it is ready, otherwise loads it, with a timeout. */
  private bring(index: number, offset: number) {
    if (this.coming?.key !== this.keyOf(index)) this.load(index, offset)
    const { coming } = this
    if (!coming) return
    if (coming.medium.isReady()) return this.swap(coming, offset)
    if (this.now() - coming.since >= (this.seen ? PATIENCE : PATIENCE_WITH_NOTHING))
      this.dropFailedFile(coming, new Error('Medium did not load in time'))
  }

  private load(index: number, offset: number) {
    this.drop('coming')
    const file = this.fileOf(index)
    const key = this.keyOf(index)
    if (!file || key === undefined) return
    const events = {
      ready: () => {
        const length = layer.medium.length()
        if (length !== undefined) this.lengths.set(file.url, length)
        this.look()
      },
      failed: (error: Error) => this.dropFailedFile(layer, error),
      trouble: (error: Error) => this.disposed || this.host.reportError(this.widgetId, error),
    }
    const medium = this.show(file, { ...this.optionsOf(index, file), offset }, events)
    const layer: Layer = { key, index, medium, since: this.now() }
    medium.element.style.opacity = '0'
    this.root.appendChild(medium.element)
    this.coming = layer
    this.notifyPages()
  }

  private optionsOf(index: number, file: MediaFile) {
    const seconds = this.seconds()
    const length = this.lengthOf(file)
    const alone = neighbor(seconds, index, 1) === index
    return {
      ...this.lookOf(index),
      volume: () => (this.zone.muted ? 0 : this.host.volume),
      captions: this.zone.captions,
      sounds: (heard: boolean) => this.host.reportSound(heard),
      motion: () => this.host.motion,
      measured: (kind: StepKind, behind: number) => this.host.reportStep(kind, behind * 1000),
      loop: alone || length === undefined || (seconds[index] ?? 0) > length + 0.25,
    }
  }

  private swap(coming: Layer, offset: number) {
    if (this.switching === coming) return
    this.switching = coming
    coming.medium.start(offset, () => {
      if (this.disposed || this.coming !== coming) return
      coming.medium.element.style.opacity = '1'
      const before = this.seen
      this.seen = coming
      this.coming = undefined
      this.stillSince = undefined
      this.outgoing.take(before?.medium)
      this.notifyPages()
      const entry = this.zone.entries[coming.index]
      if (entry) this.host.reportProgress(this.widgetId, { mediaId: entry.mediaId, order: coming.index })
      this.look()
    })
  }

  private standsStill(seen: Layer): boolean {
    if (seen.medium.alive()) {
      this.stillSince = undefined
      return false
    }
    this.stillSince ??= this.now()
    return this.now() - this.stillSince >= PATIENCE
  }

  /** Handles a stall or a failed load: the entry is reported, skipped for a while, then retried. */
  private dropFailedFile(layer: Layer, error: Error) {
    if (this.disposed) return
    const file = this.fileOf(layer.index)
    // If the host doesn't offer the file, it already knows about the failure.
    if (file) {
      this.host.reportError(this.widgetId, error)
      this.broken.fail(file.url, this.now())
    }
    this.stillSince = undefined
    if (layer === this.coming) this.drop('coming')
    else layer.spent = true
    this.look()
  }

  private obey({ verb, order }: ZoneCommand) {
    const seconds = this.seconds()
    const elapsed = this.elapsed()
    const present = positionAt(seconds, elapsed)
    if (!present) return
    const index =
      verb === 'LOAD_MEDIA_BY_ORDER'
        ? (order ?? -1)
        : neighbor(seconds, present.index, verb === 'LOAD_NEXT_MEDIA' ? 1 : -1)
    if (!seconds[index]) return
    this.shift += shiftTo(seconds, elapsed, index)
    this.look()
  }

  private drop(which: 'seen' | 'coming') {
    const layer = this[which]
    if (!layer) return
    this[which] = undefined
    layer.medium.dispose()
    this.notifyPages()
  }

  private notifyPages() {
    const layers = [this.seen, this.coming].filter((layer) => layer !== undefined)
    this.onPages(
      layers.flatMap(({ key, index, medium }) => {
        const file = this.fileOf(index)
        return file?.page ? [{ key, element: medium.element, file }] : []
      }),
    )
  }
}
