import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { migrate } from '#db/start/migrate.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A current database without rows: a SQLite file, or its name on the tests' PostgreSQL. */
    migrated: string
  }
}

/** Migrates one database from empty to current, once for the whole run: every test server gets a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = process.env.TEST_DATABASE_URL
  if (postgres) {
    const { name, url, drop } = await createDatabase(postgres)
    await migrateAndClose(openPostgres(url, createLog('warn', process.stderr)))
    project.provide('migrated', name)
    return drop
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-migrated-'))
  const file = path.join(folder, 'vitrine.db')
  await migrateAndClose(openSqlite(file))
  project.provide('migrated', file)
  return () => rm(folder, { recursive: true, force: true })
}

async function migrateAndClose(database: Db): Promise<void> {
  await migrate(database)
  await database.destroy()
}
