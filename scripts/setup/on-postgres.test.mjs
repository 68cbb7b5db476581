import { expect, test } from 'vitest'
import { planPostgres } from './on-postgres.mjs'

const ran = (name, seconds, ...statements) => ({ name, seconds, overlaps: false, ran: statements })
const file = (name, tests, source = '') => ({ file: `/packages/server/src/${name}`, source, tests })

test('the cheapest tests run on PostgreSQL with which every statement does', () => {
  const files = [
    file('a.test.ts', [ran('', 0.1, 'setup'), ran('all', 9, 'a', 'b', 'c'), ran('one', 0.1, 'a', 'b')]),
    file('b.test.ts', [ran('again', 0.1, 'b'), ran('another', 0.1, 'c'), ran('slow', 8, 'b')]),
    file('c.test.ts', [ran('nothing of a database', 1)]),
  ]
  expect(planPostgres(files)).toEqual({
    '/packages/server/src/a.test.ts': ['one'],
    '/packages/server/src/b.test.ts': ['another'],
  })
})

test('what returns several rows shows what one row does', () => {
  const files = [
    file('a.test.ts', [ran('one', 0.1, 'a one'), ran('none', 0.1, 'a none')]),
    file('b.test.ts', [ran('several', 0.2, 'a several')]),
    file('c.test.ts', [ran('alone', 0.1, 'c one')]),
  ]
  expect(planPostgres(files)).toEqual({
    '/packages/server/src/a.test.ts': ['none'],
    '/packages/server/src/b.test.ts': null,
    '/packages/server/src/c.test.ts': null,
  })
})

test('a file whose setup is cheap goes before one whose setup is not', () => {
  const files = [
    file('a.test.ts', [ran('', 20), ran('quick', 0.1, 'a'), ran('other', 1)]),
    file('b.test.ts', [ran('', 0.1), ran('slower', 2, 'a'), ran('other', 1)]),
  ]
  expect(planPostgres(files)).toEqual({ '/packages/server/src/b.test.ts': ['slower'] })
})

test('of overlapping floods that wait before the database, what their statements need', () => {
  const flood = (name) => ({ ...ran(name, 1, 'a'), overlaps: true })
  const files = [file('hash-laws.test.ts', [flood('one'), flood('two'), flood('three')])]
  expect(planPostgres(files)).toEqual({ '/packages/server/src/hash-laws.test.ts': ['one'] })
})

test('what differs between the databases runs whole: faults, transactions, and what noted nothing', () => {
  const tests = [ran('cheap', 0.1, 'a'), ran('same', 5, 'a')]
  const files = [
    file('db/order.test.ts', tests),
    file('a.test.ts', tests, 'await inTransaction(db, work)'),
    file('b.test.ts', undefined, "import { useServer } from '#test/harness.ts'"),
    file('test/faults/kill.test.ts', undefined),
    file('c.test.ts', tests),
  ]
  expect(planPostgres(files)).toEqual({
    '/packages/server/src/db/order.test.ts': null,
    '/packages/server/src/a.test.ts': null,
    '/packages/server/src/b.test.ts': null,
  })
})

test('a test whose writes overlap runs, and a file that is mostly chosen runs whole', () => {
  const overlapping = { ...ran('two at a time', 1, 'a'), overlaps: true }
  const slow = [ran('slow', 9, 'a'), ran('slower', 9, 'a')]
  expect(planPostgres([file('a.test.ts', [overlapping, ...slow])])).toEqual({
    '/packages/server/src/a.test.ts': ['two at a time'],
  })
  expect(planPostgres([file('a.test.ts', [ran('most', 9, 'a'), ran('little', 1, 'a')])])).toEqual({
    '/packages/server/src/a.test.ts': ['little'],
  })
  expect(planPostgres([file('a.test.ts', [ran('most', 9, 'a', 'b'), ran('little', 1, 'a')])])).toEqual({
    '/packages/server/src/a.test.ts': null,
  })
})

test('of a file, only the tests run that name a database, unless its other lines do', () => {
  const tests = [ran('part > cheap', 0.1, 'a'), ran('part > at the end', 5, 'a'), ran('part > last', 5, 'a')]
  const source = (inside, outside = '') => `import { inTransaction, isPostgres } from '#db/database.ts'
${outside}
describe('part', () => {
  it('cheap', async () => {
    await wait()
  })
  test(
    'at the end',
    async ({
      server,
    }) => {
      ${inside}
    },
    1000,
  )
  it('last', async () => {
    await wait()
  })
})
`
  const planOf = (text) => planPostgres([file('a.test.ts', tests, text)])['/packages/server/src/a.test.ts']
  expect(planOf(source('await wait()'))).toEqual(['part > cheap'])
  expect(planOf(source('await inTransaction(db, work)'))).toEqual(['part > at the end'])
  expect(planOf(source('await wait()', 'const url = process.env.TEST_DATABASE_URL'))).toBeNull()
  // A test that SQLite skips noted nothing.
  expect(planOf(source('await inTransaction(db, work)').replace('at the end', 'of PostgreSQL'))).toBeNull()
})

test('a bucket repeats the tests that its statements need', () => {
  const tests = [ran('cheap', 0.1, 'a'), ran('same', 5, 'a')]
  const plan = planPostgres([
    file('operations/backups/bucket.test.ts', tests, 'process.env.TEST_DATABASE_URL'),
  ])
  expect(Object.values(plan)).toEqual([['cheap']])
})
