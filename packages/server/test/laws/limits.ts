import { BUDGETS } from '@vitrine/contract/route'

/** Who uses a limit up: no one else may lose anything by it. */
type LimitOwner =
  /** Pieces of work, or guesses, of an organization; in it, its people take turns. */
  | 'organization'
  | 'person'
  | 'session'
  | 'screen'
  /** Callers who haven't logged in. Those who logged in from it before have separate places. */
  | 'address'
  /** Chosen by its user: see the file's own rows. */
  | 'of its user'
  /** Protects the log, and refuses no one. */
  | 'server'

interface Limit {
  file: string
  what: string
  owner: LimitOwner
  /**
   * Places in all. When they are full, the owner with the most gives way, so a newcomer has none only if so many owners
   * have one each.
   */
  total?: number
}

/** Every queue, limit, and penalty, by the file that makes it; a law compares this table with the sources. */
export const LIMITS: readonly Limit[] = [
  {
    file: 'content/media/photos/photographer.ts',
    what: 'pictures of web pages, one browser of an organization at a time',
    owner: 'organization',
  },
  { file: 'lib/work/turns.ts', what: 'turns, and penalties for work that hit limits', owner: 'of its user' },
  { file: 'lib/work/fair-queue.ts', what: 'places', owner: 'of its user' },
  { file: 'lib/work/admission.ts', what: 'waiting calls', owner: 'organization', total: 1000 },
  { file: 'lib/work/admission.ts', what: 'whole long lists', owner: 'organization', total: 1000 },
  { file: 'lib/work/greediest.ts', what: 'who gives way', owner: 'of its user' },
  { file: 'lib/http/bodies.ts', what: 'unfinished JSON bodies', owner: 'address' },
  { file: 'lib/security/hash-queue.ts', what: 'waiting passwords', owner: 'of its user', total: 64 },
  { file: 'lib/security/passwords.ts', what: 'waiting passwords of strangers', owner: 'address' },
  { file: 'lib/security/passwords.ts', what: 'waiting passwords of people', owner: 'person' },
  { file: 'lib/http/egress/turns.ts', what: 'requests to addresses that users enter', owner: 'of its user' },
  { file: 'db/embedded/reader-pool.ts', what: 'statements of reports', owner: 'organization', total: 1000 },
  { file: 'lib/http/incoming-uploads.ts', what: 'uploads that arrive', owner: 'organization', total: 1000 },
  { file: 'lib/http/unsent-responses.ts', what: 'answers that clients have not read', owner: 'person' },
  { file: 'screens/plays/play-book.ts', what: 'plays that wait', owner: 'organization', total: 100_000 },
  {
    file: 'base/outbox/sender.ts',
    what: 'emails and text messages in a round',
    owner: 'organization',
    total: 500,
  },
  {
    file: 'base/outbox/sender.ts',
    what: 'webhooks called at the same time',
    owner: 'organization',
    total: 100,
  },
  ...Object.entries(BUDGETS).map(([name, { per }]) => ({
    file: 'app/server.ts',
    what: `calls of ${name}`,
    owner: per,
  })),
  { file: 'app/server.ts', what: 'failed logins, and messages', owner: 'address' },
  { file: 'app/start/last-resort.ts', what: 'unexpected errors', owner: 'server' },
  { file: 'accounts/credentials/login-guard.ts', what: 'wrong passwords', owner: 'address' },
  { file: 'accounts/credentials/login-guard.ts', what: 'refreshed sessions', owner: 'session' },
  { file: 'accounts/credentials/login-guard.ts', what: 'logins through a provider', owner: 'address' },
  { file: 'accounts/credentials/login-guard.ts', what: 'logins with a passkey', owner: 'address' },
  {
    file: 'accounts/identity-provider/open-id.ts',
    what: 'calls to providers',
    owner: 'organization',
    total: 200,
  },
  { file: 'screens/devices/routes.ts', what: 'wrong codes of screens', owner: 'organization' },
  { file: 'screens/devices/routes.ts', what: 'screenshots', owner: 'screen' },
  { file: 'screens/device-groups/holidays.ts', what: 'years of holidays', owner: 'organization' },
  { file: 'screens/devices/put-right.ts', what: 'restarts of players', owner: 'screen' },
  { file: 'screens/machines/routes.ts', what: 'wrong keys of machines', owner: 'address' },
  { file: 'screens/triggers/routes.ts', what: 'wrong addresses of triggers', owner: 'address' },
  { file: 'screens/triggers/routes.ts', what: 'calls of a trigger', owner: 'organization' },
  { file: 'content/media/web/page-check.ts', what: 'checks of web pages', owner: 'organization' },
  { file: 'screens/player/actions.ts', what: 'touch actions on other screens', owner: 'screen' },
  { file: 'screens/player/routes.ts', what: 'codes of new screens', owner: 'address' },
  {
    file: 'screens/plays/store/clickhouse/client.ts',
    what: 'reads of plays',
    owner: 'organization',
    total: 1000,
  },
  {
    file: 'data/sources/reading/read-source.ts',
    what: 'fetched and parsed sources',
    owner: 'organization',
  },
  { file: 'data/sources/reading/gtfs/fetch-gtfs.ts', what: 'timetables', owner: 'organization' },
  { file: 'screens/unknown-screens/queries.ts', what: 'screens with forged tokens', owner: 'address' },
  { file: 'screens/unknown-screens/queries.ts', what: 'lost screens', owner: 'organization' },
  { file: 'content/uploads/drawing/api.ts', what: 'drawings', owner: 'organization' },
  { file: 'content/uploads/photos/api.ts', what: 'converted photos', owner: 'organization' },
  { file: 'content/uploads/probing/probe.ts', what: 'inspected files', owner: 'organization' },
  { file: 'content/uploads/unpacking/api.ts', what: 'unpacked packages', owner: 'organization' },
  { file: 'operations/watch/stream-limits.ts', what: 'event streams', owner: 'session' },
  { file: 'operations/watch/watchers.ts', what: 'event streams', owner: 'organization' },
  { file: 'data/widget-data/feeds/api.ts', what: 'parsed feeds', owner: 'organization' },
  { file: 'data/widget-data/live-data.ts', what: 'fetched feeds', owner: 'organization' },
  { file: 'data/widget-data/live-data.ts', what: 'new feeds and places', owner: 'organization' },
]
