// The processor time of every route in organizations with 1,000 and with 100,000 rows of each kind, in one run. Rows
// and calls come from the server's law of statements, so it runs the sources instead of the built server.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { report } from '#bench/support/report.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,100000' },
    // `--only licences.list,media.uses`: measures only these, and lists their slow statements.
    only: { type: 'string' },
    // On a separate PostgreSQL that waits for its disk: the time until a call is answered counts.
    postgres: { type: 'boolean' },
  },
})
const root = path.resolve(import.meta.dirname, '../..')
const TIMES = 3
/** Milliseconds of processor time below which growth doesn't matter. */
const SHORT = 5
/** Milliseconds for which a call may hold up all others. */
const HELD = 20
/** Microseconds of processor time per row. */
const EACH = 20
/** The same for routes that only count or search rows, in the reader's threads. */
const COUNTED = 1
/** Lists, and lists with a query. */
const COUNTING = /\.(list|pending|messages)(\?|$)/
/** Why a route takes longer for more rows: these are judged per row. */
const GROWING = {
  'plays.export': 'sends every play',
  'answers.export': 'sends every answer',
  'answers.questions': 'counts the answers of the period',
  'floors.list': 'answers every building and screen',
  'devices.deliveries': 'answers every group',
  'devices.switches': 'answers every switch',
  'videoCopies.get': 'reads what every screen that shows it has reported, which are all',
  'plays.report': 'sums up the plays of the period',
  'plays.totals': 'sums up the plays of the period',
  'devices.states': 'the time decides what each screen counts as',
  'deviceGroups.forecast': 'looks two weeks ahead in the schedule of every group',
  'takeovers.list': 'counts what each targeted screen has confirmed',
  'takeovers.start': 'counts the targeted screens in the reader’s threads',
  'media.uses': 'counts the screens that show it, which are all',
  'organizations.get':
    'sums up bytes: a stored total would make all uploads of an organization wait for each other',
  'organizations.update': 'as organizations.get',
}

const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-')), 'times.json')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { startPostgres } = await import(path.join(root, 'scripts/setup/postgres.mjs'))
const postgres = values.postgres ? await startPostgres({ durable: true }) : undefined
const [parent] = (await postgres?.processes()) ?? []
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server-scale', '--retry', '0'], {
  cwd: root,
  env: {
    ...process.env,
    ROUTE_TIMES: file,
    ROUTE_ROWS: values.rows,
    ...(values.only && { ROUTE_ONLY: values.only }),
    ...(postgres && { ROUTE_POSTGRES: postgres.url, ROUTE_POSTGRES_PROCESS: String(parent) }),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
await postgres?.stop()
if (status !== 0) throw new Error('The measurement failed')

const [few, many] = values.rows.split(',').map(Number)
const times = JSON.parse(readFileSync(file, 'utf8'))
if (values.only) for (const { name, long } of times) console.log(`${[name, ...long].join('\n  ')}`)
const grown = times
  .map((each) => ({
    ...each,
    ratio: each.many / each.few,
    each: ((each.many - each.few) * 1000) / (many - few),
  }))
  .filter(({ ratio, many }) => ratio > TIMES && many > SHORT)
  .sort((one, other) => other.ratio - one.ratio)
const processorTime = ({ work: [few, many] }) =>
  postgres ? ` (processor time: ${few.toFixed(1)} ms, ${many.toFixed(1)} ms)` : ''
const textOf = ({ name, few, many, ...route }) =>
  `${name}: ${few.toFixed(1)} ms, ${many.toFixed(1)} ms${processorTime(route)}`
report(postgres ? 'routes on PostgreSQL' : 'routes', [
  ...grown.map((route) => {
    const why = GROWING[route.name] ?? (COUNTING.test(route.name) ? 'counts or searches rows' : undefined)
    const most = GROWING[route.name] ? EACH : COUNTED
    return {
      what: `${textOf(route)}${why ? `; ${why}` : ''}`,
      ...(why
        ? { value: route.each, unit: 'µs a row', target: `<= ${most}`, met: route.each <= most }
        : { value: route.ratio, unit: 'times', target: `<= ${TIMES}`, met: false }),
    }
  }),
  ...times
    .filter(({ held }) => held > HELD)
    .sort((one, other) => other.held - one.held)
    .map(({ name, held }) => ({
      what: `${name} holds the main thread`,
      value: held,
      unit: 'ms',
      target: `<= ${HELD}`,
      met: false,
    })),
  { what: 'routes', value: times.length },
  { what: `at most ${TIMES} times, or at most ${SHORT} ms`, value: times.length - grown.length },
])
