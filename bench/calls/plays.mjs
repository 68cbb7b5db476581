// Proof of play with millions of plays: the processor time of reports, lists and exports, and how long they block the
// main thread, compared with a thousandth of the rows. Then the disk space per play, and the time and space of deleting
// old ones. `--clickhouse` stores them in ClickHouse, whose processor time is added.
import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { clickhousePlays } from '#bench/support/plays-in-clickhouse.mjs'
import { reporting } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const { values } = parseArgs({
  options: { plays: { type: 'string', default: '2000000' }, clickhouse: { type: 'boolean', default: false } },
})
const MANY = Number(values.plays)
const FEW = MANY / 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ITEMS = 24
/** A new item every half minute, twelve hours a day. */
const EVERY = 30_000
const HOURS_A_DAY = 12
const DAYS = 14
/** Processor time has a resolution of hundredths of a second. */
const FEW_TRIES = 8
const MANY_TRIES = 3
/** Maximum milliseconds of processor time between two turns of the main thread. */
const HOLDS_MAX = 20
const PLAY_BYTES_MAX = 150

const clickhouse = values.clickhouse ? await clickhousePlays() : undefined
const server = await startServer({ LOG_LEVEL: 'error', ...clickhouse?.env })
const cpu = () => server.cpu() + (clickhouse?.cpu() ?? 0)
try {
  const call = await signIn(server.url)
  const organizationOf = async (name) => {
    const email = `${name}@bench.test`
    const body = { name, adminFirstName: 'A', adminLastName: 'B', email, password: 'bench-sign-in-1' }
    const { organization } = await call('POST', '/organizations/create', body)
    return { id: organization.id, call: await signIn(server.url, { email, password: body.password }) }
  }
  const few = await organizationOf('few')
  const many = await organizationOf('many')
  const file = path.join(server.folder, 'vitrine.db')
  const size = () => clickhouse?.size() ?? statSync(file).size / 2 ** 20
  await fill(file, few.id, FEW, 1)
  await fill(file, many.id, MANY, 2)
  await server.kill()
  await server.start()
  const { say, end } = reporting(clickhouse ? 'plays-in-clickhouse' : 'plays')
  if (clickhouse) {
    const started = cpu()
    await finished('sum-plays', ({ hours }) => hours > 0)
    say({ what: 'totals of past hours', value: cpu() - started, unit: 's of processor' })
  }
  const bytes = clickhouse ? await clickhouse.bytesAPlay() : bytesAPlay(file)

  const CASES = [
    ['totals of a week', '/plays/totals?from=WEEK'],
    ['totals of everything', '/plays/totals'],
    ['report of a week', '/plays/report?from=WEEK'],
    ['report of everything', '/plays/report'],
    ['report of one screen', '/plays/report?deviceId=SCREEN'],
    ['page 1', '/plays?page=1&pageSize=50'],
    ['page 1000', '/plays?page=1000&pageSize=50'],
    ['page 1 of one screen', '/plays?page=1&pageSize=50&deviceId=SCREEN'],
    ['page 1 of a search', '/plays?page=1&pageSize=50&search=item+7'],
  ]
  await server.loopDelay()
  for (const [what, address] of CASES) {
    const time = async ({ id, call: as }, tries) => {
      const asked = address.replace('WEEK', now() - 7 * DAY).replace('SCREEN', `${id}-0`)
      const before = cpu()
      for (let n = 0; n < tries; n++) await as('GET', asked)
      return ((cpu() - before) * 1000) / tries
    }
    const small = await time(few, FEW_TRIES)
    await server.loopDelay()
    const large = await time(many, MANY_TRIES)
    const { held } = await server.loopDelay()
    say(
      { what: `${what}, ${FEW} plays`, value: small, unit: 'ms of processor' },
      { what: `${what}, ${MANY} plays`, value: large, unit: 'ms of processor' },
      { what: '  times', value: large / Math.max(small, 1), unit: '' },
      heldRow(held),
    )
  }
  const started = cpu()
  const lines = await exported(many.call.token)
  const { held: heldByFile } = await server.loopDelay()
  say(
    { what: 'rows of the file', value: lines, unit: '', target: `= ${MANY}`, met: lines === MANY },
    { what: 'rows of the file a second of processor', value: lines / (cpu() - started), unit: '' },
    heldRow(heldByFile),
    {
      what: 'a play',
      value: bytes.play,
      unit: 'bytes',
      target: `< ${PLAY_BYTES_MAX}`,
      met: bytes.play < PLAY_BYTES_MAX,
    },
    { what: 'a play with its share of the totals', value: bytes.all, unit: 'bytes' },
  )

  // Half of it is too old from now on. The job runs every 30 s.
  const before = await size()
  await server.kill('SIGTERM')
  due(file)
  await server.start({ PLAYS_KEEP_DAYS: String(DAYS / 2) })
  await server.loopDelay()
  const job = await finished('forget-plays', ({ plays, days }) => plays + days > 0)
  say(
    { what: 'plays dropped', value: job.plays, unit: '' },
    { what: 'days dropped', value: job.days, unit: '' },
    heldRow((await server.loopDelay()).held),
    { what: 'database before', value: before, unit: 'MB' },
    { what: 'database after', value: await size(), unit: 'MB' },
  )
  if (clickhouse) say({ what: 'memory of ClickHouse, at most', value: clickhouse.memory(), unit: 'MB' })
  end()
} finally {
  await server.stop()
  await clickhouse?.stop()
}

function heldRow(held) {
  return {
    what: '  held the main thread for',
    value: held,
    unit: 'ms of processor',
    target: `< ${HOLDS_MAX}`,
    met: held < HOLDS_MAX,
  }
}

function now() {
  return Math.floor(Date.now() / HOUR) * HOUR
}

/** Makes the job due, as if it ran an hour ago. */
function due(name) {
  const db = new Sqlite(name)
  db.prepare('update jobs set "nextAt" = 0, result = null where id = \'forget-plays\'').run()
  db.close()
}

async function exported(token) {
  const answer = await fetch(`${server.url}/api/plays/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let lines = -1
  for await (const piece of answer.body) for (const byte of piece) if (byte === 10) lines++
  return lines
}

/** The result of a job that has done something. Jobs run every 30 s. */
async function finished(name, isDone) {
  const as = await signIn(server.url)
  for (;;) {
    const { jobs } = await as('GET', '/jobs')
    const job = jobs.find((each) => each.name === name)
    if (job?.result && isDone(job.result)) return job.result
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

function bytesAPlay(name) {
  const db = new Sqlite(name, { readonly: true })
  const take = db.prepare("select sum(pgsize) from dbstat where name in ('plays', 'plays_key')").pluck().get()
  const hours = db
    .prepare("select sum(pgsize) from dbstat where name in ('play_hours', 'play_hours_key')")
    .pluck()
    .get()
  const count = db.prepare('select count(*) from plays').pluck().get()
  db.close()
  return { play: take / count, all: (take + hours) / count }
}

/** Inserts rows directly, in the server's format: through the API it would take hours. */
async function fill(name, organizationId, count, tenant) {
  const db = new Sqlite(name)
  db.pragma('busy_timeout = 10000')
  const perScreen = (HOURS_A_DAY * DAYS * HOUR) / EVERY
  const screens = Math.max(1, Math.round(count / perScreen))
  const first = now() - DAYS * DAY
  const item = (n) => tenant * 1000 + n
  const screen = (n) => tenant * 100_000 + n
  const play = db.prepare(
    'insert into plays (tenant, "startedAt", screen, key, item, lasted) values (?, ?, ?, ?, ?, ?)',
  )
  const add =
    db.prepare(`insert into play_hours (tenant, item, hour, screen, plays, milliseconds) values (?, ?, ?, ?, ?, ?)
    on conflict do update set plays = plays + excluded.plays, milliseconds = milliseconds + excluded.milliseconds`)
  db.transaction(() => {
    db.prepare('update organizations set "playNumber" = ? where id = ?').run(tenant, organizationId)
    db.prepare("update server_marks set at = 10000000 where id = 'play-numbers'").run()
    const today = Math.floor(Date.now() / DAY)
    for (let n = 0; n < ITEMS; n++)
      db.prepare(`insert into play_items (id, number, "organizationId", name, "nameKey", "lastDay", kind, "storyboardId", "pageId", "mediaId")
        values (?, ?, ?, ?, ?, ?, 'media', ?, ?, ?)`).run(
        `i${item(n)}`,
        item(n),
        organizationId,
        `Item ${n}`,
        `item ${n}`,
        today,
        `s${n % 5}`,
        `p${n}`,
        `m${n}`,
      )
    for (let n = 0; n < screens; n++)
      db.prepare(
        `insert into play_screens (id, number, "organizationId", name, "nameKey", "lastDay") values (?, ?, ?, ?, ?, ?)`,
      ).run(`${organizationId}-${n}`, screen(n), organizationId, `Screen ${n}`, `screen ${n}`, today)
    if (clickhouse) return
    let made = 0
    // In time order, as screens report: hour by hour, all screens.
    for (let hour = 0; made < count; hour++) {
      if (hour % 24 >= HOURS_A_DAY) continue
      const start = first + hour * HOUR
      for (let n = 0; n < screens && made < count; n++) {
        const sums = new Map()
        for (let at = 0; at < HOUR && made < count; at += EVERY) {
          const shown = item((made + n) % ITEMS)
          play.run(tenant, start + at + (n % 1000), screen(n), (made * 7_919_003) % 2 ** 47, shown, EVERY)
          sums.set(shown, (sums.get(shown) ?? 0) + 1)
          made++
        }
        let all = 0
        for (const [shown, plays] of sums) {
          add.run(tenant, shown, start / HOUR, screen(n), plays, plays * EVERY)
          all += plays
        }
        add.run(tenant, 0, start / HOUR, screen(n), all, all * EVERY)
        add.run(tenant, -1, start / HOUR, 0, all, all * EVERY)
      }
    }
  })()
  db.exec('analyze')
  db.close()
  const shape = { items: ITEMS, every: EVERY, hoursADay: HOURS_A_DAY, first }
  await clickhouse?.fill({ tenant, count, screens, ...shape })
}
