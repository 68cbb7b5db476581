import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PassingStartError, StartError } from '#lib/env.ts'
import { startErrorOf } from './start-errors.ts'

type Row = readonly [code: string, isPassing: boolean, words: RegExp, message?: string]

const SQLITE: Row[] = [
  ['SQLITE_NOTADB', false, /is not a Vitrine database/],
  ['SQLITE_CORRUPT', false, /is damaged/],
  ['SQLITE_CORRUPT_INDEX', false, /is damaged/],
  ['SQLITE_FULL', true, /is full/],
  ['SQLITE_READONLY', false, /is read-only/],
  ['SQLITE_CANTOPEN', false, /Can't open the database/],
  ['SQLITE_PERM', false, /Can't open the database/],
  ['SQLITE_AUTH', false, /Can't open the database/],
  ['SQLITE_IOERR', true, /disk failed/],
  ['SQLITE_IOERR_WRITE', true, /disk failed/],
  ['SQLITE_BUSY', true, /Another program is using/],
  ['SQLITE_BUSY_SNAPSHOT', true, /Another program is using/],
  ['SQLITE_LOCKED', true, /Another program is using/],
  ['SQLITE_ERROR', false, /belongs to another program/, 'table users already exists'],
]
const POSTGRES: Row[] = [
  ['ECONNREFUSED', true, /Nothing is listening on db.test:5432/],
  ['ENOTFOUND', true, /Can't find the host db.test/],
  ['EAI_AGAIN', true, /Can't find the host db.test/],
  ['ETIMEDOUT', true, /Can't reach/],
  ['EHOSTUNREACH', true, /Can't reach/],
  ['ENETUNREACH', true, /Can't reach/],
  ['28P01', false, /rejected the password of the user owner/],
  ['28000', false, /rejected the user owner/],
  ['3D000', false, /has no database shop/],
  ['ECONNRESET', true, /is starting or stopping/],
  ['EPIPE', true, /is starting or stopping/],
  ['57P01', true, /is starting or stopping/],
  ['57P03', true, /is starting or stopping/],
  ['53300', true, /no free connections/],
  ['53100', true, /disk of .* is full/],
  ['42501', false, /enough permissions/],
  ['25006', true, /is read-only/],
  ['42P07', false, /belongs to another program/, 'relation "users" already exists'],
  ['XX001', false, /is damaged/],
  ['XX002', false, /is damaged/],
  ['DATABASE_SILENT', true, /isn't responding/, 'timeout'],
  ['', true, /isn't responding/, 'Connection terminated unexpectedly'],
  ['', false, /encrypted connection .* failed/, 'The server does not support SSL connections'],
]
const FILES: Row[] = [
  ['ENOSPC', true, /is full/],
  ['EDQUOT', true, /is full/],
  ['EROFS', false, /mounted read-only/],
  ['EACCES', false, /isn't allowed to open/],
  ['EPERM', false, /isn't allowed to open/],
  ['EISDIR', false, /there is a folder where Vitrine needs a file/],
  ['ENOTDIR', false, /there is a file where Vitrine needs a folder/],
]

const error = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
const folder = { DATA_DIR: '/data', DATABASE_URL: undefined }
const postgres = { DATA_DIR: '/data', DATABASE_URL: 'postgres://owner:s3cret@db.test/shop' }

const CASES = [
  ...SQLITE.map((row) => ({ where: 'SQLite', settings: folder, more: {}, row })),
  ...POSTGRES.map((row) => ({ where: 'PostgreSQL', settings: postgres, more: {}, row })),
  ...[folder, postgres].flatMap((settings) =>
    FILES.map((row) => ({ where: 'a file', settings, more: { syscall: 'open', path: '/data/key' }, row })),
  ),
]

it.each(CASES)(
  '$where: a start is tried again only where it may succeed: $row.0',
  ({ settings, more, row }) => {
    const [code, isPassing, words, message = 'Something'] = row
    const found = startErrorOf(error(code, message, more), settings as never)
    expect(found, code).toBeInstanceOf(StartError)
    expect(found instanceof PassingStartError, code).toBe(isPassing)
    expect((found as Error).message).toMatch(words)
    expect((found as Error).message).not.toContain('s3cret')
  },
)

it('an error of the disk that has no words stays one of the disk', () => {
  for (const settings of [folder, postgres]) {
    const unknown = error('EIO', 'i/o error')
    expect(startErrorOf(unknown, settings as never)).toBe(unknown)
  }
})

it('every code of the source is in this table', () => {
  const source = readFileSync(new URL('start-errors.ts', import.meta.url), 'utf8')
  const codes = [...source.matchAll(/'([A-Z0-9_]{5,})'/g)].map(([, code = '']) => code)
  const known = [...SQLITE, ...POSTGRES, ...FILES, ['EIO'], ['DATA_DIR'], ['DATABASE_URL']].map(
    ([code]) => code,
  )
  expect(codes.filter((code) => !known.includes(code))).toEqual([])
})
