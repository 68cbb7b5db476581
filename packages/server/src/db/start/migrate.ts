import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isPostgres } from '#db/database.ts'
import * as versions from '#db/migrations/changes/080-versions.ts'
import * as orphans from '#db/migrations/changes/081-orphans.ts'
import * as limits from '#db/migrations/changes/082-limits.ts'
import * as sessions from '#db/migrations/changes/083-sessions.ts'
import * as formerTokens from '#db/migrations/changes/084-former-tokens.ts'
import * as fleets from '#db/migrations/changes/085-fleets.ts'
import * as firstFrames from '#db/migrations/changes/086-first-frames.ts'
import * as claims from '#db/migrations/changes/087-claims.ts'
import * as answersByTime from '#db/migrations/changes/100-answers-by-time.ts'
import * as documentBytes from '#db/migrations/changes/105-document-bytes.ts'
import * as mailLimits from '#db/migrations/changes/110-mail-limits.ts'
import * as settled from '#db/migrations/changes/115-settled.ts'
import * as checks from '#db/migrations/changes/120-checks.ts'
import * as unknownScreens from '#db/migrations/changes/121-unknown-screens.ts'
import * as serverMarks from '#db/migrations/changes/125-server-marks.ts'
import * as answerDays from '#db/migrations/changes/135-answer-days.ts'
import * as countedMedia from '#db/migrations/changes/140-counted-media.ts'
import * as manualSwitches from '#db/migrations/changes/145-manual-switches.ts'
import * as mediaVersions from '#db/migrations/changes/146-media-versions.ts'
import * as storyboardReviews from '#db/migrations/changes/147-storyboard-reviews.ts'
import * as changes from '#db/migrations/changes/160-changes.ts'
import * as guesses from '#db/migrations/changes/161-guesses.ts'
import * as pageDates from '#db/migrations/changes/170-page-dates.ts'
import * as allowedSites from '#db/migrations/changes/180-allowed-sites.ts'
import * as trash from '#db/migrations/changes/195-trash.ts'
import * as decks from '#db/migrations/media/175-decks.ts'
import * as webPages from '#db/migrations/media/210-web-pages.ts'
import * as deckVersions from '#db/migrations/media/410-deck-versions.ts'
import * as mediaBytes from '#db/migrations/media/500-media-bytes.ts'
import * as captions from '#db/migrations/media/680-captions.ts'
import * as alerts from '#db/migrations/operations/220-alerts.ts'
import * as reportTimes from '#db/migrations/operations/256-report-times.ts'
import * as reports from '#db/migrations/operations/285-reports.ts'
import * as plannedSwitches from '#db/migrations/operations/290-planned-switches.ts'
import * as sharedFiles from '#db/migrations/operations/370-shared-files.ts'
import * as deliveries from '#db/migrations/operations/440-deliveries.ts'
import * as machineLogs from '#db/migrations/operations/450-machine-logs.ts'
import * as playerUpdates from '#db/migrations/operations/480-player-updates.ts'
import * as alertMobiles from '#db/migrations/operations/490-alert-mobiles.ts'
import * as tags from '#db/migrations/operations/510-tags.ts'
import * as outboxQuiet from '#db/migrations/operations/520-outbox-quiet.ts'
import * as failingLoads from '#db/migrations/operations/530-failing-loads.ts'
import * as longLists from '#db/migrations/operations/540-long-lists.ts'
import * as namesInOrder from '#db/migrations/operations/550-names-in-order.ts'
import * as deletedParents from '#db/migrations/operations/570-deleted-parents.ts'
import * as activeTakeovers from '#db/migrations/operations/590-active-takeovers.ts'
import * as unsettled from '#db/migrations/operations/600-unsettled.ts'
import * as outboxOwners from '#db/migrations/operations/650-outbox-owners.ts'
import * as sourceNotes from '#db/migrations/operations/670-source-notes.ts'
import * as jobNames from '#db/migrations/operations/700-job-names.ts'
import * as floorPlans from '#db/migrations/places/276-floor-plans.ts'
import * as coordinates from '#db/migrations/places/400-coordinates.ts'
import * as compactPlays from '#db/migrations/plays/200-compact-plays.ts'
import * as idle from '#db/migrations/storyboards/230-idle.ts'
import * as sound from '#db/migrations/storyboards/266-sound.ts'
import * as scheduleUses from '#db/migrations/storyboards/330-schedule-uses.ts'
import * as actionUses from '#db/migrations/storyboards/560-action-uses.ts'
import * as templateWidgets from '#db/migrations/storyboards/630-template-widgets.ts'
import * as accounts from '#db/migrations/tables/001-accounts.ts'
import * as buildings from '#db/migrations/tables/002-buildings.ts'
import * as devices from '#db/migrations/tables/003-devices.ts'
import * as media from '#db/migrations/tables/004-media.ts'
import * as pages from '#db/migrations/tables/005-pages.ts'
import * as publishing from '#db/migrations/tables/006-publishing.ts'
import * as accountsByMail from '#db/migrations/tables/020-accounts-by-mail.ts'
import * as cases from '#db/migrations/tables/030-cases.ts'
import * as deviceConfigurations from '#db/migrations/tables/031-device-configurations.ts'
import * as packages from '#db/migrations/tables/040-packages.ts'
import * as cardsAsMedia from '#db/migrations/tables/041-cards-as-media.ts'
import * as requests from '#db/migrations/tables/045-requests.ts'
import * as lists from '#db/migrations/tables/046-lists.ts'
import * as storage from '#db/migrations/tables/047-storage.ts'
import * as pageVersions from '#db/migrations/tables/050-page-versions.ts'
import * as brands from '#db/migrations/tables/053-brands.ts'
import * as answers from '#db/migrations/tables/054-answers.ts'
import * as reporting from '#db/migrations/tables/060-reporting.ts'
import * as sources from '#db/migrations/tables/185-sources.ts'
import * as regions from '#db/migrations/tables/221-regions.ts'
import * as sourceStops from '#db/migrations/tables/240-source-stops.ts'
import * as walls from '#db/migrations/tables/280-walls.ts'
import * as waitingScreens from '#db/migrations/tables/300-waiting-screens.ts'
import * as downloads from '#db/migrations/tables/320-downloads.ts'
import * as updates from '#db/migrations/tables/340-updates.ts'
import type { Db } from '#db/schema.ts'
import { StartError } from '#lib/env.ts'

/** Forward only, in this order. A released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-buildings': buildings,
  '003-devices': devices,
  '004-media': media,
  '005-pages': pages,
  '006-publishing': publishing,
  '020-accounts-by-mail': accountsByMail,
  '030-cases': cases,
  '031-device-configurations': deviceConfigurations,
  '040-packages': packages,
  '041-cards-as-media': cardsAsMedia,
  '045-requests': requests,
  '046-lists': lists,
  '047-storage': storage,
  '050-page-versions': pageVersions,
  '053-brands': brands,
  '054-answers': answers,
  '060-reporting': reporting,
  '080-versions': versions,
  '081-orphans': orphans,
  '082-limits': limits,
  '083-sessions': sessions,
  '084-former-tokens': formerTokens,
  '085-fleets': fleets,
  '086-first-frames': firstFrames,
  '087-claims': claims,
  '100-answers-by-time': answersByTime,
  '105-document-bytes': documentBytes,
  '110-mail-limits': mailLimits,
  '115-settled': settled,
  '120-checks': checks,
  '121-unknown-screens': unknownScreens,
  '125-server-marks': serverMarks,
  '135-answer-days': answerDays,
  '140-counted-media': countedMedia,
  '145-manual-switches': manualSwitches,
  '146-media-versions': mediaVersions,
  '147-storyboard-reviews': storyboardReviews,
  '160-changes': changes,
  '161-guesses': guesses,
  '170-page-dates': pageDates,
  '175-decks': decks,
  '180-allowed-sites': allowedSites,
  '185-sources': sources,
  '195-trash': trash,
  '200-compact-plays': compactPlays,
  '210-web-pages': webPages,
  '220-alerts': alerts,
  '221-regions': regions,
  '230-idle': idle,
  '240-source-stops': sourceStops,
  '256-report-times': reportTimes,
  '266-sound': sound,
  '276-floor-plans': floorPlans,
  '280-walls': walls,
  '285-reports': reports,
  '290-planned-switches': plannedSwitches,
  '300-waiting-screens': waitingScreens,
  '320-downloads': downloads,
  '330-schedule-uses': scheduleUses,
  '340-updates': updates,
  '370-shared-files': sharedFiles,
  '400-coordinates': coordinates,
  '410-deck-versions': deckVersions,
  '440-deliveries': deliveries,
  '450-machine-logs': machineLogs,
  '480-player-updates': playerUpdates,
  '490-alert-mobiles': alertMobiles,
  '500-media-bytes': mediaBytes,
  '510-tags': tags,
  '520-outbox-quiet': outboxQuiet,
  '530-failing-loads': failingLoads,
  '540-long-lists': longLists,
  '550-names-in-order': namesInOrder,
  '560-action-uses': actionUses,
  '570-deleted-parents': deletedParents,
  '590-active-takeovers': activeTakeovers,
  '600-unsettled': unsettled,
  '630-template-widgets': templateWidgets,
  '650-outbox-owners': outboxOwners,
  '670-source-notes': sourceNotes,
  '680-captions': captions,
  '700-job-names': jobNames,
}

/**
 * Migrates the database to the current schema. If several servers start together, one migrates and the others wait.
 * Throws a StartError for a newer version's database, and leaves it unchanged. `upTo`: stops at an older schema.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const migrator = await migratorOf(db)
  const run = () => (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  let { error } = await run()
  for (let retries = 0; isLocked(error) && retries < RETRIES_MOST; retries++) {
    await setTimeout(RETRY_MS * (1 + Math.random()))
    error = (await run()).error
  }
  if (error instanceof Error && error.message.includes('previously executed migration'))
    throw new StartError(
      'The database was last used by a newer version of Vitrine. Start that version, or restore an earlier backup.',
    )
  if (error) throw error
}

/** Milliseconds between attempts, and their number: about a minute including the lock waits. */
const RETRY_MS = 500
const RETRIES_MOST = 30

/**
 * Whether a migration, which is one transaction, failed because of a deadlock or a lock timeout. Servers of an older
 * version use the tables while this one changes them.
 */
const isLocked = (error: unknown): boolean =>
  ['40P01', '40001', '55P03'].includes(String((error as { code?: unknown } | undefined)?.code))

const migratorOf = async (db: Db): Promise<Migrator> =>
  new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    // Unnamed, the migrator would use the tables of another schema in the same database.
    ...(isPostgres(db) && { migrationTableSchema: await currentSchema(db) }),
  })

/** Whether the database has data in an older schema, which `migrate` will change. */
export async function isOutdated(db: Db): Promise<boolean> {
  const migrations = await (await migratorOf(db)).getMigrations()
  const executed = migrations.filter(({ executedAt }) => executedAt !== undefined)
  return executed.length > 0 && executed.length < migrations.length
}

/** Whether a database with these executed migrations has the current schema. */
export const isNewestForm = (executed: readonly string[]): boolean =>
  executed.length === Object.keys(MIGRATIONS).length && executed.every(isKnownSchema)

/** Whether this version knows a schema, identified by its last migration. */
export const isKnownSchema = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
