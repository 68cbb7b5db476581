import { randomUUID } from 'node:crypto'
import type { DevicePart, GroupPart, ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import type { PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { placeIn } from '@vitrine/contract/player/coming-plays'
import { takeoverAt } from '@vitrine/contract/player/manifest'
import { whatPlays, zoneAt } from '@vitrine/contract/schedule/schedule'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { pageSpans, shownAt, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import type { DemoCaller } from './demo-api.ts'

const HEARTBEAT_MS = 60_000
const PLAYS_MS = 30_000

/** What a demo screen shows: a page, its storyboard, and the reason. */
type Staged = Omit<PlayingReport, 'seenAt'> & {
  pageSince: number
  name: string
  takeoverId: string | null
}

/** The parsed parts of a manifest. */
interface Sent {
  group: GroupPart
  device: DevicePart
}

const NOTHING = { storyboardId: null, pageId: null, pageSince: 0, name: '' }

/** What a screen with this manifest shows at an instant. */
function stagedAt({ group, device }: Sent, instant: number): Staged {
  const traits = device.traits ?? NO_TRAITS
  const storyboardOf = (id: string | null) =>
    id === null ? undefined : (device.storyboards[id] ?? group.storyboards[id])
  const pageOf = (id: string) => device.pages[id] ?? group.pages[id]
  const spansOfPage = (id: string) => {
    const page = pageOf(id)
    return page ? pageSpans(page) : null
  }
  const spansOf = (id: string) => {
    const storyboard = storyboardOf(id)
    return storyboard ? storyboardSpans(storyboard.items, spansOfPage, traits) : null
  }
  const state = {
    current: group.current,
    next: group.next,
    override: device.override,
    planned: device.planned,
    traits,
  }
  const takeover = takeoverAt(device, instant)
  const takeoverId = takeover?.id ?? null
  const scheduled = whatPlays(state, instant, spansOf)
  const { storyboardId, reason, since } = takeover
    ? { storyboardId: takeover.storyboardId, reason: 'takeover' as const, since: takeover.startedAt }
    : scheduled
  const storyboard = storyboardOf(storyboardId)
  if (!storyboard) return { ...NOTHING, reason, since, takeoverId }
  const timeZone = zoneAt(state, instant)
  const shown = shownAt(storyboard.items, timeZone, instant, spansOfPage, traits)
  const from = Math.max(since, Number.isFinite(shown.since) ? shown.since : 0)
  const place = placeIn(storyboard, shown.value, { since: from, timeZone }, instant)
  const pageId = (place && storyboard.items[place.index]?.pageId) ?? null
  const name = (pageId && pageOf(pageId)?.name) || ''
  return { storyboardId, pageId, reason, since, pageSince: place?.start ?? since, name, takeoverId }
}

interface Options {
  api: DemoCaller['api']
  screen: ScreenFacts
  /** The manifest as the server would send it; undefined for a disconnected screen. */
  manifest: () => Promise<{ group: ManifestPart; device: ManifestPart } | undefined>
  now: () => number
}

interface Held {
  tag: { group: string; device: string }
  sent: Sent
  at: { group: number; device: number }
  files: number
}

/** The screen was disconnected. */
export class ScreenGone extends Error {}

/**
 * A demo screen without a display: it follows its manifest as a player does and reports what it would show. Fails once
 * the server no longer knows it.
 */
export class DemoScreen {
  readonly #options: Options
  readonly #bootId = randomUUID()
  readonly #startedAt: number
  #held: Held | undefined
  #staged: Staged | undefined
  #seenAt: number | null = null
  #began = 0
  #reportedAt = Number.NEGATIVE_INFINITY
  #sentAt: number
  #plays: ReportedPlay[] = []

  constructor(options: Options) {
    this.#options = options
    this.#startedAt = options.now()
    this.#sentAt = this.#startedAt
  }

  /** Compares the clock with the manifest; reports changes, and everything once a minute. */
  async look(): Promise<void> {
    const now = this.#options.now()
    const isNew = await this.#take(now)
    if (!this.#held) throw new ScreenGone()
    const before = this.#staged
    const staged = stagedAt(this.#held.sent, now)
    const isOther =
      staged.pageId !== before?.pageId ||
      staged.storyboardId !== before.storyboardId ||
      staged.takeoverId !== before.takeoverId ||
      staged.pageSince !== before.pageSince
    if (isOther) this.#switch(staged, now)
    if (isNew || isOther || now - this.#reportedAt >= HEARTBEAT_MS)
      await this.#report(this.#held, staged, now)
    if (this.#plays.length > 0 && now - this.#sentAt >= PLAYS_MS) await this.#send(now)
  }

  /** Fetches the manifest; returns whether it has changed. */
  async #take(now: number): Promise<boolean> {
    const parts = await this.#options.manifest()
    if (!parts) throw new ScreenGone()
    const { group, device } = parts
    const before = this.#held
    if (before?.tag.group === group.hash && before.tag.device === device.hash) return false
    const sent = { group: JSON.parse(group.body) as GroupPart, device: JSON.parse(device.body) as DevicePart }
    const same = (part: 'group' | 'device', hash: string) => before?.tag[part] === hash
    this.#held = {
      tag: { group: group.hash, device: device.hash },
      sent,
      at: {
        group: same('group', group.hash) ? (before?.at.group ?? now) : now,
        device: same('device', device.hash) ? (before?.at.device ?? now) : now,
      },
      files: Object.keys({ ...sent.group.files, ...sent.device.files }).length,
    }
    return true
  }

  #switch(staged: Staged, now: number): void {
    const ended = this.#staged
    if (ended?.pageId && ended.storyboardId)
      this.#plays.push({
        id: randomUUID(),
        kind: 'page',
        storyboardId: ended.storyboardId,
        pageId: ended.pageId,
        mediaId: null,
        name: ended.name.slice(0, 200),
        from: this.#began,
        to: now,
      })
    const isSameStory = ended?.storyboardId === staged.storyboardId && ended.since === staged.since
    if (!isSameStory) this.#seenAt = now
    this.#began = now
    this.#staged = staged
  }

  async #report({ tag, at, files }: Held, staged: Staged, now: number): Promise<void> {
    const { storyboardId, pageId, reason, since, takeoverId } = staged
    await this.#options.api.player.heartbeat({
      body: {
        screen: this.#options.screen,
        held: tag,
        shown: tag,
        playing: { storyboardId, pageId, reason, since, seenAt: this.#seenAt },
        download: { missing: 0, total: files },
        errors: [],
        shownAt: at,
        takeoverId,
        bootId: this.#bootId,
        startedAt: this.#startedAt,
        clockError: 0,
      },
    })
    this.#reportedAt = now
  }

  async #send(now: number): Promise<void> {
    await this.#options.api.player.plays({ body: { plays: this.#plays.slice(0, 100) } })
    this.#plays = this.#plays.slice(100)
    this.#sentAt = now
  }
}
