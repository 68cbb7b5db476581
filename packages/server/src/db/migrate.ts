import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '#lib/env.ts'
import { isPostgres } from './database.ts'
import * as accounts from './migrations/001-accounts.ts'
import * as buildings from './migrations/002-buildings.ts'
import * as devices from './migrations/003-devices.ts'
import * as media from './migrations/004-media.ts'
import * as pages from './migrations/005-pages.ts'
import * as publishing from './migrations/006-publishing.ts'
import * as accountsByMail from './migrations/020-accounts-by-mail.ts'
import * as cases from './migrations/030-cases.ts'
import * as deviceConfigurations from './migrations/031-device-configurations.ts'
import * as packages from './migrations/040-packages.ts'
import * as cardsAsMedia from './migrations/041-cards-as-media.ts'
import * as requests from './migrations/045-requests.ts'
import * as lists from './migrations/046-lists.ts'
import * as storage from './migrations/047-storage.ts'
import * as pageVersions from './migrations/050-page-versions.ts'
import * as brands from './migrations/053-brands.ts'
import * as answers from './migrations/054-answers.ts'
import * as reporting from './migrations/060-reporting.ts'
import * as versions from './migrations/080-versions.ts'
import * as orphans from './migrations/081-orphans.ts'
import * as limits from './migrations/082-limits.ts'
import * as sessions from './migrations/083-sessions.ts'
import * as formerTokens from './migrations/084-former-tokens.ts'
import * as fleets from './migrations/085-fleets.ts'
import * as firstFrames from './migrations/086-first-frames.ts'
import * as claims from './migrations/087-claims.ts'
import * as answersByTime from './migrations/100-answers-by-time.ts'
import * as documentBytes from './migrations/105-document-bytes.ts'
import * as mailLimits from './migrations/110-mail-limits.ts'
import * as settled from './migrations/115-settled.ts'
import * as checks from './migrations/120-checks.ts'
import * as unknownScreens from './migrations/121-unknown-screens.ts'
import * as serverMarks from './migrations/125-server-marks.ts'
import type { Db } from './schema.ts'

/** In order, forward only. A released migration is never changed. */
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
}

/**
 * Brings the database to the newest form. Several servers may start at once: one does it, the others wait. Throws a
 * StartError for a database that a newer version has worked on, and leaves it as it is. `upTo`: an older form.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const migrator = await migratorOf(db)
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error instanceof Error && /previously executed migration \S+ is missing/.test(error.message))
    throw new StartError(
      'The database was last used by a newer version. Start that version, or restore a backup from before.',
    )
  if (error) throw error
}

const migratorOf = async (db: Db): Promise<Migrator> =>
  new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    // Unnamed, the migrator would take another schema's tables of the same database for its own.
    ...(isPostgres(db) && { migrationTableSchema: await currentSchema(db) }),
  })

/** Whether the database holds data in an older form, which `migrate` will change. */
export async function isOutdated(db: Db): Promise<boolean> {
  const migrations = await (await migratorOf(db)).getMigrations()
  const executed = migrations.filter(({ executedAt }) => executedAt !== undefined)
  return executed.length > 0 && executed.length < migrations.length
}

/** Whether this version knows a form of the database by its last migration. */
export const isKnownSchema = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
