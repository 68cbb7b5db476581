// The processor time of every route in an organization of 1,000 rows of each kind and in one of 100,000, in one run. The
// rows and calls are those of the server's law of statements, so it runs the sources, not the built server.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { report } from '#bench/support/report.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,100000' },
    // `--only licences.list,media.uses`: of these alone, and which of their statements take long.
    only: { type: 'string' },
  },
})
const root = path.resolve(import.meta.dirname, '../..')
const TIMES = 3
/** Milliseconds of processor time that don't matter, however few the other ones are. */
const SHORT = 5
/** Why a route takes longer for more rows. The specification has lists without pages: these answer all of it. */
const GROWING = {}

const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-')), 'times.json')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server-scale'], {
  cwd: root,
  env: {
    ...process.env,
    ROUTE_TIMES: file,
    ROUTE_ROWS: values.rows,
    ...(values.only && { ROUTE_ONLY: values.only }),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) throw new Error('The measurement failed')

const times = JSON.parse(readFileSync(file, 'utf8'))
if (values.only) for (const { name, long } of times) console.log(`${[name, ...long].join('\n  ')}`)
const worst = times
  .map((each) => ({ ...each, ratio: each.many / each.few }))
  .sort((one, other) => other.ratio - one.ratio)
const isQuick = ({ ratio, many, name }) => ratio <= TIMES || many <= SHORT || name in GROWING
report('routes', [
  ...worst
    .filter(({ ratio, many }) => ratio > TIMES && many > SHORT)
    .map((each) => ({
      what: `${each.name}: ${each.few.toFixed(1)} ms, ${each.many.toFixed(1)} ms${GROWING[each.name] ? `; ${GROWING[each.name]}` : ''}`,
      value: each.ratio,
      unit: 'times',
      target: `<= ${TIMES}`,
      met: isQuick(each),
    })),
  { what: 'routes', value: times.length },
  {
    what: `at most ${TIMES} times, or at most ${SHORT} ms`,
    value: times.filter((each) => each.many / each.few <= TIMES || each.many <= SHORT).length,
  },
])
