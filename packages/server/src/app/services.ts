import type { Budget } from '@vitrine/contract/route'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import type { Platform } from '#base/platform.ts'
import type { Viewers } from '#content/comments/viewers.ts'
import type { Photographer } from '#content/media/photos/photographer.ts'
import type { Players } from '#data/sources/queries.ts'
import type { LiveData } from '#data/widget-data/live-data.ts'
import type { DatabaseTime } from '#db/between-servers/database-time.ts'
import type { Db } from '#db/schema.ts'
import type { Bodies } from '#lib/http/bodies.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { newAdmission } from '#lib/work/admission.ts'
import type { FairPlaces } from '#lib/work/fair-queue.ts'
import type { Warnings } from '#operations/system/warnings.ts'
import type { Watchers } from '#operations/watch/watchers.ts'
import type { ClockWatch } from '#playback/clock-watch.ts'
import type { Publisher } from '#playback/publisher.ts'
import type { PlayBook } from '#screens/plays/play-book.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import type { Reports } from '#screens/reports/reports.ts'

/** All services of one server. Only `app` knows them all; features name those that they need. */
export interface Services extends Platform {
  /** Unscoped: for startup, background work and publishing; handlers use `db` from their context. */
  database: Db
  /** Unscoped, in another thread if `database` runs in this one. */
  reader: Db
  time: DatabaseTime
  bodies: Bodies
  admission: ReturnType<typeof newAdmission>
  /** For calls whose answers have all rows of a long list: many at the same time would need gigabytes. */
  wholeLists: FairPlaces
  /** Rate limits per person for routes with a budget. */
  budgets: Record<Budget, RateLimit>
  publisher: Publisher
  /** What screens have reported to this process. */
  reports: Reports
  guard: LoginGuard
  live: LiveData
  /** Pages and storyboards that were made to play one thing alone. */
  players: Players
  /** Fetches due data sources. */
  sources: { refresh(): Promise<void> }
  /** Takes the pictures of web pages that are due. */
  photographer: Photographer
  watchers: Watchers
  /** Who has pages open. */
  viewers: Viewers
  warnings: Warnings
  playBook: PlayBook
  playStore: PlayStore
  clockWatch: ClockWatch
}
