// A small save with its entry in the audit log, and how fast a log of 100,000 entries is read.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const ENTRIES = 100_000
const SAVES = 400
const READS = 30

const server = await startServer()
try {
  const call = await signIn(server.url)
  const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
  const { building } = await call('POST', '/buildings/create', body)
  const save = (n) =>
    call('PUT', `/buildings/${building.id}`, { ...body, name: `House ${n}`, floors: building.floors })
  const timed = async (times, work) => {
    const took = []
    for (let n = 0; n < times; n++) {
      const started = performance.now()
      await work(n)
      took.push(performance.now() - started)
    }
    return percentile(took, 0.5)
  }
  await timed(50, save)
  const saved = await timed(SAVES, save)

  fillLog(path.join(server.folder, 'vitrine.db'))
  const read = (query) => timed(READS, () => call('GET', `/audit?${query}`))
  const rows = [
    ['newest 50', ''],
    ['50 in the middle', `before=${ENTRIES / 2}`],
    ['history of one thing', `thing=${building.id}`],
    ['a text that no entry has', 'search=nowhere'],
    ['an action that is rare', 'verb=prune'],
  ]
  const read50 = []
  for (const [what, query] of rows) {
    const value = await read(query)
    read50.push({
      what: `${what}, of ${ENTRIES} entries`,
      value,
      unit: 'ms',
      target: '< 300',
      met: value < 300,
    })
  }
  report('audit', [{ what: 'small save', value: saved, unit: 'ms' }, ...read50])
} finally {
  await server.stop()
}

/** Copies of the last entry, older than it, with other things. */
function fillLog(file) {
  const database = new DatabaseSync(file)
  database.exec('pragma foreign_keys = off; pragma busy_timeout = 10000; begin immediate')
  const row = database.prepare('select * from audit_entries order by number desc limit 1').get()
  const names = Object.keys(row)
  const insert = database.prepare(
    `insert into audit_entries (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`,
  )
  const first = row.number + 1
  for (let n = first; n <= ENTRIES; n++) {
    const other = { ...row, id: `${row.id.slice(0, -8)}${String(n).padStart(8, '0')}`, number: n }
    insert.run(...Object.values({ ...other, thingId: `thing ${n % 5000}` }))
  }
  database.prepare('update audit_chains set number = ? where id = ?').run(ENTRIES, row.chain)
  database.exec('commit; analyze')
  database.close()
}
