import type { Feed, PrayerTimes, Weather } from '@vitrine/contract/api/data/widget-data'
import { feedAddress } from '@vitrine/contract/document/live-loads'
import { prayerDays } from '@vitrine/contract/schedule/prayer-times'
import { openCities } from '#data/cities/api.ts'
import type { Clock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { notFound } from '#lib/errors.ts'
import { egressTurns } from '#lib/http/egress/turns.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import type { Log } from '#lib/log.ts'
import type { Owners } from '#lib/work/turns.ts'
import { feedJoined, fetchFeed, readFeed } from './feeds/api.ts'
import { type Failure, Refreshed } from './refreshed.ts'
import type { FailingLoads } from './store-failing.ts'
import { fetchWeather } from './weather.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Days sent for players that don't compute times themselves: yesterday, today, and a month. */
const PRAYER_DAYS = { before: 1, after: 31 }
const WEATHER_EVERY = 15 * MINUTE
const FEED_EVERY = 10 * MINUTE
const PLACES_MAX = 500
const FEEDS_MAX = 500
/** Maximum new addresses, and new places, per organization and hour, because the server isn't an open proxy. */
const NEW_FEEDS = 60
// A restart forgets the places of a chain's buildings.
const NEW_PLACES = 600

interface Dependencies {
  failing: FailingLoads
  clock: Clock
  log: Log
  settings: Pick<Settings, 'WEATHER_URL' | 'LOCAL_HOSTS'>
}

/** Live data for widgets: fetched once for all screens, or computed. */
export class LiveData {
  readonly #clock: Clock
  readonly #weather: Refreshed<Weather>
  readonly #feeds: Refreshed<Feed>
  readonly #newFeeds = new RateLimit(NEW_FEEDS, HOUR)
  readonly #newPlaces = new RateLimit(NEW_PLACES, HOUR)

  constructor({ failing, clock, log, settings }: Dependencies) {
    this.#clock = clock
    const noteFailures = (kind: 'feed' | 'weather') => ({
      onFailed: (address: string, failure: Failure) => failing.failed({ kind, address }, failure),
      onWorks: (address: string) => failing.works({ kind, address }),
    })
    this.#weather = new Refreshed({
      load: async (slug) => fetchWeather(settings.WEATHER_URL, await cityOf(slug)),
      every: WEATHER_EVERY,
      max: PLACES_MAX,
      ...noteFailures('weather'),
      clock,
      log,
    })
    const turns = egressTurns([1, 60])
    this.#feeds = new Refreshed({
      load: async (url, organizations) => {
        const owners = ownersOf(url, organizations)
        const { LOCAL_HOSTS: localHosts } = settings
        const answer = await turns.run(owners, ({ signal }) => fetchFeed(url, { localHosts, signal }))
        const { body, contentType } = answer
        return { ...(await readFeed(body, contentType, owners)), at: clock.now() }
      },
      joined: () => {
        turns.joined()
        feedJoined()
      },
      every: FEED_EVERY,
      max: FEEDS_MAX,
      ...noteFailures('feed'),
      clock,
      log,
    })
  }

  /** The last known weather; null if there is none yet. Throws NOT_FOUND for an unlisted city. */
  async weather(slug: string, organizationId: string): Promise<Weather | null> {
    await cityOf(slug)
    this.#admit(this.#weather, this.#newPlaces, slug, organizationId)
    return (await this.#weather.get(slug, organizationId)) ?? null
  }

  /** Prayer times of the coming days by one of the methods. Throws NOT_FOUND for an unlisted city. */
  async prayer(slug: string, method: number): Promise<PrayerTimes> {
    const { name, latitude, longitude, timezone } = await cityOf(slug)
    const days = prayerDays({ latitude, longitude, timezone }, { method }, this.#clock.now(), PRAYER_DAYS)
    return { place: name, timezone, latitude, longitude, days }
  }

  /** The last successfully read feed; null if there is none. */
  async feed(url: string, organizationId: string): Promise<Feed | null> {
    if (!url) return null
    const address = feedAddress(url)
    this.#admit(this.#feeds, this.#newFeeds, address, organizationId)
    return (await this.#feeds.get(address, organizationId)) ?? null
  }

  #admit<T>(values: Refreshed<T>, limit: RateLimit, key: string, organizationId: string): void {
    if (values.has(key)) return
    const now = this.#clock.now()
    limit.check(organizationId, now)
    limit.hit(organizationId, now)
  }

  /** Reloads expired entries; runs periodically. */
  async refresh(): Promise<void> {
    await Promise.all([this.#weather.refresh(), this.#feeds.refresh()])
  }

  close(): void {
    this.#weather.close()
    this.#feeds.close()
  }
}

/** Penalties for a feed count for the organizations that ask for it, and for no other. */
const ownersOf = (url: string, organizations: Iterable<string>): Owners => ({
  *[Symbol.iterator]() {
    for (const organizationId of organizations) yield { organizationId, userId: `${organizationId} ${url}` }
  },
})

async function cityOf(slug: string) {
  const city = await (await openCities()).find(slug)
  if (!city) throw notFound('City not found')
  return city
}
