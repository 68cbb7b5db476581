import pg from 'pg'
import { newId } from '#lib/ids.ts'

/** Creates a database on that PostgreSQL: empty, or a copy of one without connections. */
export async function createDatabase(postgres: string, template?: string) {
  const name = `t${newId().replaceAll('-', '')}`
  await onPostgres(
    postgres,
    `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`,
  )
  const url = new URL(postgres)
  url.pathname = name
  return { name, url: url.href, drop: () => onPostgres(postgres, `drop database ${name} with (force)`) }
}

async function onPostgres(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
