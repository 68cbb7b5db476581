import { forgetKeys } from '#accounts/api-keys/queries.ts'
import { forgetSessions } from '#accounts/sessions/queries.ts'
import { backupJob, checkJob, drillJob, repairJob } from '#app/maintenance/backup-jobs.ts'
import { fillAllGroups } from '#app/maintenance/fill-groups.ts'
import { fillAllLists } from '#app/maintenance/fill-lists.ts'
import { forgetEdits } from '#app/mount/edits.ts'
import { forgetResponses } from '#app/mount/repeats.ts'
import type { Services } from '#app/services.ts'
import type { Change } from '#base/change.ts'
import { collectFiles } from '#base/storage/collector.ts'
import { convertDeck } from '#content/decks/convert-deck.ts'
import { forgetDeckVersions } from '#content/decks/versions.ts'
import { forgetConversions } from '#content/media/conversions/queries.ts'
import { runConversions } from '#content/media/conversions/run.ts'
import { CONVERT_JOBS } from '#content/media/conversions/start.ts'
import { makeCopy } from '#content/media/copies/make-copy.ts'
import { forgetMediaVersions } from '#content/media/replacing/versions.ts'
import { forgetUploads } from '#content/media/resumable.ts'
import { forgetThumbnails } from '#content/thumbnails/queries.ts'
import { forgetTrash } from '#content/trash/queries.ts'
import { forgetDailyQuotas } from '#data/answers/daily-quota.ts'
import { deleteAnswersBefore } from '#data/answers/queries.ts'
import { forgetChanges } from '#db/between-servers/changes.ts'
import { forgetGuesses } from '#db/between-servers/guesses.ts'
import { forgetDone } from '#db/between-servers/once.ts'
import { inTransaction, refreshStatistics } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { evaluateAlerts } from '#operations/alerts/evaluate.ts'
import { forgetAudit } from '#operations/audit/prune.ts'
import { streamAudit } from '#operations/audit/stream.ts'
import type { Job } from '#operations/jobs/runner.ts'
import { forgetArchives } from '#operations/moving/queries.ts'
import { runArchives } from '#operations/moving/run.ts'
import { followEvents } from '#operations/webhooks/follow.ts'
import { pauseFailing } from '#operations/webhooks/pause.ts'
import { forgetWebhookDeliveries } from '#operations/webhooks/queries.ts'
import { forgetEndedSwitches } from '#playback/switches/manual-switches.ts'
import { forgetDeliveries, noteDeliveries } from '#screens/devices/delivery-history.ts'
import { checkUpdates } from '#screens/player-updates/check.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The installation's background jobs. */
export function jobsOf(
  parts: Pick<
    Services,
    | 'database'
    | 'reader'
    | 'blobs'
    | 'clock'
    | 'settings'
    | 'log'
    | 'publisher'
    | 'reports'
    | 'tools'
    | 'playStore'
    | 'seal'
    | 'origins'
    | 'outbox'
    | 'playerBuild'
  >,
): Job[] {
  const { database, clock, settings } = parts
  const { AUDIT_SYSLOG } = settings
  return [
    backupJob(parts),
    checkJob(parts),
    repairJob(parts),
    drillJob(parts),
    {
      name: 'alerts',
      every: MINUTE,
      run: async () => {
        const queued = await evaluateAlerts(database, parts)
        if (queued > 0) void parts.outbox.wake()
        return { queued }
      },
    },
    {
      name: 'webhooks',
      every: MINUTE / 2,
      run: async () => {
        const queued = await followEvents({ ...parts, db: database, now: clock.now() })
        if (queued > 0) void parts.outbox.wake()
        return { queued }
      },
    },
    {
      name: 'pause-webhooks',
      every: HOUR,
      run: async () => {
        const paused = await pauseFailing(database, clock.now())
        if (paused > 0) void parts.outbox.wake()
        return { paused, removed: await forgetWebhookDeliveries(database, clock.now()) }
      },
    },
    { name: 'player-updates', every: MINUTE, run: () => checkUpdates(parts) },
    {
      name: 'deliveries',
      every: MINUTE,
      run: async () => ({ counted: await noteDeliveries(database, clock.now()) }),
    },
    {
      name: 'fill-groups',
      every: MINUTE,
      run: async () => ({ moved: await fillAllGroups(database, parts.publisher, clock.now()) }),
    },
    {
      name: 'fill-lists',
      every: MINUTE,
      run: async () => ({ filled: await fillAllLists(database, parts.publisher, clock.now()) }),
    },
    {
      name: 'forget-deliveries',
      every: HOUR,
      run: async () => ({ removed: await forgetDeliveries(database, clock.now()) }),
    },
    { name: 'collect-files', every: HOUR, run: () => collectFiles(parts) },
    { name: 'forget-uploads', every: HOUR, run: async () => ({ removed: await forgetUploads(parts) }) },
    { name: 'forget-plays', every: HOUR, isLong: true, run: ({ signal }) => parts.playStore.forget(signal) },
    ...(parts.playStore.sum
      ? [
          {
            name: 'sum-plays' as const,
            every: 5 * MINUTE,
            isLong: true,
            run: async ({ signal }: { signal: AbortSignal }) => (await parts.playStore.sum?.(signal)) ?? {},
          },
        ]
      : []),
    {
      name: 'forget-media-versions',
      every: HOUR,
      run: async () => {
        const [files, decks] = [
          await forgetMediaVersions(database, clock.now()),
          await forgetDeckVersions(database, clock.now()),
        ]
        return { removed: files + decks }
      },
    },
    {
      name: 'forget-trash',
      every: HOUR,
      run: async () => ({ removed: await forgetTrash(database, clock.now()) }),
    },
    {
      name: CONVERT_JOBS.deck,
      every: MINUTE,
      isLong: true,
      run: ({ signal }) => runConversions(parts, 'deck', { atOnce: 2, signal }, convertDeck),
    },
    {
      name: CONVERT_JOBS.video,
      every: MINUTE,
      isLong: true,
      run: ({ signal }) => runConversions(parts, 'video', { atOnce: 1, signal }, makeCopy),
    },
    {
      name: 'move-organizations',
      every: MINUTE,
      isLong: true,
      run: ({ signal }) => runArchives(parts, signal),
    },
    {
      name: 'forget-archives',
      every: HOUR,
      run: async () => ({ removed: await forgetArchives(database, clock.now()) }),
    },
    {
      name: 'forget-conversions',
      every: HOUR,
      run: async () => ({ removed: await forgetConversions(database, clock.now()) }),
    },
    {
      name: 'forget-responses',
      every: HOUR,
      run: async () => ({ removed: await forgetResponses(database, clock.now()) }),
    },
    {
      name: 'forget-changes',
      every: HOUR,
      run: async () => {
        const before = clock.now() - HOUR
        const [changes, guesses, done] = [
          await forgetChanges(database),
          await forgetGuesses(database, before),
          await forgetDone(database, before),
        ]
        return { removed: changes + guesses + done }
      },
    },
    {
      name: 'forget-switches',
      every: HOUR,
      run: async () => {
        const forget = async (db: Db): Promise<Change[]> => {
          const ids = await forgetEndedSwitches(db, clock.now())
          const changes = ids.map((id): Change => ({ kind: 'device', id }))
          await parts.publisher.announce(db, changes)
          return changes
        }
        const changes = await inTransaction(database, forget)
        await parts.publisher.publish(changes)
        return { removed: changes.length }
      },
    },
    {
      name: 'refresh-statistics',
      every: HOUR,
      run: async () => {
        await refreshStatistics(database)
        return {}
      },
    },
    {
      name: 'forget-edits',
      every: 24 * HOUR,
      run: async () => ({ removed: await forgetEdits(database, clock.now()) }),
    },
    {
      name: 'forget-audit',
      every: 24 * HOUR,
      run: async () => {
        const kept = { now: clock.now(), days: settings.AUDIT_KEEP_DAYS }
        return { removed: await forgetAudit(database, kept) }
      },
    },
    ...(AUDIT_SYSLOG
      ? [
          {
            name: 'send-audit' as const,
            every: MINUTE / 2,
            run: async () => ({ sent: await streamAudit(database, AUDIT_SYSLOG) }),
          },
        ]
      : []),
    {
      name: 'forget-sessions',
      every: 24 * HOUR,
      run: async () => {
        const now = clock.now()
        return { removed: (await forgetSessions(database, now)) + (await forgetKeys(database, now)) }
      },
    },
    {
      name: 'forget-survey-answers',
      every: 24 * HOUR,
      run: async () => {
        const before = clock.now() - settings.ANSWERS_KEEP_DAYS * 24 * HOUR
        await forgetDailyQuotas(database, clock.now())
        return { removed: await deleteAnswersBefore(database, before) }
      },
    },
    {
      name: 'forget-thumbnails',
      every: 24 * HOUR,
      run: async () => ({ removed: await forgetThumbnails(database, clock.now()) }),
    },
  ]
}
