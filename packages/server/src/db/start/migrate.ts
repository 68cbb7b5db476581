import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isPostgres } from '#db/database.ts'
import * as baseline from '#db/migrations/700-baseline.ts'
import * as references from '#db/migrations/710-references.ts'
import * as searchedNames from '#db/migrations/720-searched-names.ts'
import * as apiKeys from '#db/migrations/760-api-keys.ts'
import * as triggers from '#db/migrations/762-triggers.ts'
import * as alertSentences from '#db/migrations/770-alert-sentences.ts'
import * as madeContent from '#db/migrations/780-made-content.ts'
import * as triggerMakers from '#db/migrations/790-trigger-makers.ts'
import * as naturalNames from '#db/migrations/810-natural-names.ts'
import * as audit from '#db/migrations/830-audit.ts'
import * as tagsOfPlaces from '#db/migrations/850-tags-of-places.ts'
import * as emptyPages from '#db/migrations/860-empty-pages.ts'
import * as fonts from '#db/migrations/875-fonts.ts'
import * as secondFactor from '#db/migrations/880-second-factor.ts'
import * as auditSent from '#db/migrations/881-audit-sent.ts'
import * as savedVersions from '#db/migrations/882-saved-versions.ts'
import * as styles from '#db/migrations/900-styles.ts'
import * as scopes from '#db/migrations/910-scopes.ts'
import * as strictApproval from '#db/migrations/920-strict-approval.ts'
import * as identityProviders from '#db/migrations/930-identity-providers.ts'
import * as screenValues from '#db/migrations/940-screen-values.ts'
import * as webhooks from '#db/migrations/950-webhooks.ts'
import * as customRoles from '#db/migrations/970-custom-roles.ts'
import * as trashFolders from '#db/migrations/975-trash-folders.ts'
import * as archives from '#db/migrations/978-archives.ts'
import * as passkeys from '#db/migrations/980-passkeys.ts'
import * as brandOfConsole from '#db/migrations/981-brand-of-console.ts'
import * as groupRules from '#db/migrations/982-group-rules.ts'
import * as listedFiles from '#db/migrations/983-listed-files.ts'
import * as storyboardOrder from '#db/migrations/984-storyboard-order.ts'
import * as rowsOfRoles from '#db/migrations/985-rows-of-roles.ts'
import * as webPictures from '#db/migrations/988-web-pictures.ts'
import * as otherSizes from '#db/migrations/990-other-sizes.ts'
import * as localSlots from '#db/migrations/991-local-slots.ts'
import * as comments from '#db/migrations/993-comments.ts'
import * as sitesOfPasskeys from '#db/migrations/996-sites-of-passkeys.ts'
import * as editedWebhooks from '#db/migrations/997-edited-webhooks.ts'
import type { Db } from '#db/schema.ts'
import { StartError } from '#lib/env.ts'

/** Forward only, in this order. A released migration is never changed. */
export const MIGRATIONS: Record<string, Migration> = {
  '700-baseline': baseline,
  '710-references': references,
  '720-searched-names': searchedNames,
  '760-api-keys': apiKeys,
  '762-triggers': triggers,
  '770-alert-sentences': alertSentences,
  '780-made-content': madeContent,
  '790-trigger-makers': triggerMakers,
  '810-natural-names': naturalNames,
  '830-audit': audit,
  '850-tags-of-places': tagsOfPlaces,
  '860-empty-pages': emptyPages,
  '875-fonts': fonts,
  '880-second-factor': secondFactor,
  '881-audit-sent': auditSent,
  '882-saved-versions': savedVersions,
  '900-styles': styles,
  '910-scopes': scopes,
  '920-strict-approval': strictApproval,
  '930-identity-providers': identityProviders,
  '940-screen-values': screenValues,
  '950-webhooks': webhooks,
  '970-custom-roles': customRoles,
  '975-trash-folders': trashFolders,
  '978-archives': archives,
  '980-passkeys': passkeys,
  '981-brand-of-console': brandOfConsole,
  '982-group-rules': groupRules,
  '983-listed-files': listedFiles,
  '984-storyboard-order': storyboardOrder,
  '985-rows-of-roles': rowsOfRoles,
  '988-web-pictures': webPictures,
  '990-other-sizes': otherSizes,
  '991-local-slots': localSlots,
  '993-comments': comments,
  '996-sites-of-passkeys': sitesOfPasskeys,
  '997-edited-webhooks': editedWebhooks,
}

/** The baseline makes the tables that version 0.3.0 made in 83 steps; this was the last one. */
const BASELINE = '700-baseline'
const LAST_STEP = '700-job-names'
const LAST_WITH_STEPS = '0.3.0'

/**
 * Migrates the database to the current schema. If several servers start together, one migrates and the others wait.
 * Throws a StartError for a newer version's database, and for one that must pass through an earlier version first, and
 * leaves both unchanged. `upTo`: stops at an older schema. `migrations`: others, for tests.
 */
export async function migrate(
  db: Db,
  { upTo, migrations = MIGRATIONS }: { upTo?: string; migrations?: Record<string, Migration> } = {},
): Promise<void> {
  const age = ageOf(await executedIn(db))
  if (age === 'older') throw olderSchema('The database')
  if (age !== 'newer') await adoptBaseline(db)
  const migrator = await migratorOf(db, migrations)
  const run = () =>
    upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo === LAST_STEP ? BASELINE : upTo)
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

/** The baseline replaces the steps of a database that has them all: its tables are the same. */
async function adoptBaseline(db: Db): Promise<void> {
  if (!(await executedIn(db)).includes(LAST_STEP)) return
  const table = sql.table('kysely_migration')
  await db.transaction().execute(async (tx) => {
    await sql`update ${table} set name = ${BASELINE} where name = ${LAST_STEP}`.execute(tx)
    await sql`delete from ${table} where name < ${BASELINE}`.execute(tx)
  })
}

const migratorOf = async (db: Db, migrations: Record<string, Migration>): Promise<Migrator> =>
  new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Unnamed, the migrator would use the tables of another schema in the same database.
    ...(isPostgres(db) && { migrationTableSchema: await currentSchema(db) }),
  })

/**
 * Whether the database has data in an older schema, which `migrate` will change. Throws a StartError if it must pass
 * through an earlier version first.
 */
export async function isOutdated(db: Db): Promise<boolean> {
  const executed = await executedIn(db)
  const age = ageOf(executed)
  if (age === 'older') throw olderSchema('The database')
  return executed.length > 0 && age === 'known' && !isNewestForm(executed)
}

/** Names of the executed migrations; none in an empty database. */
async function executedIn(db: Db): Promise<string[]> {
  const found = isPostgres(db)
    ? sql`select 1 from information_schema.tables
        where table_schema = current_schema() and table_name = 'kysely_migration'`
    : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  if ((await found.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether a database with these executed migrations has the current schema. */
export const isNewestForm = (executed: readonly string[]): boolean =>
  executed.length === Object.keys(MIGRATIONS).length &&
  executed.every((name) => Object.hasOwn(MIGRATIONS, name))

/**
 * Whether this version can update a database with these executed migrations, of which the last is enough. `older`: it
 * must pass through an earlier version first.
 */
export function ageOf(executed: readonly string[]): 'older' | 'known' | 'newer' {
  const own = executed.filter((name) => name > BASELINE && name !== LAST_STEP)
  if (own.some((name) => !Object.hasOwn(MIGRATIONS, name))) return 'newer'
  const hasBaseline = own.length > 0 || executed.includes(BASELINE) || executed.includes(LAST_STEP)
  return hasBaseline || executed.length === 0 ? 'known' : 'older'
}

/** `what`: the database or backup of a version before the baseline. */
export const olderSchema = (what: string): StartError =>
  new StartError(
    `${what} is from a version of Vitrine before ${LAST_WITH_STEPS}, and this version can't update it: open it with version ${LAST_WITH_STEPS} (tag v${LAST_WITH_STEPS}) first, which backs it up and updates it.`,
  )

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
