// How long a screen takes to decide what plays of a storyboard with 1,000 pages, each with another condition, with
// rows that have just changed and with known ones, what comes next of storyboards inside one, and whether memory grows over a
// day of minutes. In the runner's own
// JavaScript engine, without a browser.
import { median, percentile, report } from '#bench/support/report.mjs'

const source = (name) => import(new URL(`../../packages/contract/src/${name}.ts`, import.meta.url).href)
const { whatPlays } = await source('schedule/schedule')
const { shownAt, storyboardSpans } = await source('schedule/show-dates')
const { answerOf } = await source('document/conditions')
const { conditionKey } = await source('schedule/conditions')
const { conditionsHeld, heldAfter } = await source('schedule/condition-hold')

const { orderedAt } = await source('schedule/page-order')

const PAGES = 1000
const ROUNDS = 200
/** A screen is about as fast as this machine throttled four times. */
const SLOWER = 4
const TARGET_MS = 2
const ZONE = 'Europe/Berlin'
const MINUTE = 60_000

const items = Array.from({ length: PAGES }, (_, n) => ({
  pageId: `page ${n}`,
  duration: 5,
  when: {
    tests: [
      { of: 'source', from: 'Queue', field: `Length of Desk ${n}`, is: 'above', value: n % 9 },
      { of: 'source', from: 'Queue', field: `Closed of Desk ${n}`, is: 'isNot', value: true },
    ],
    ...(n % 2 === 0 && { any: true }),
    ...(n % 3 === 0 && { older: { minutes: 30, plays: false } }),
    holdSeconds: 30,
  },
}))
const queue = (round) => ({
  columns: ['Desk', 'Length', 'Closed'],
  rows: items.map((_, n) => [`Desk ${n}`, (n + round) % 11, (n + round) % 7 === 0]),
  at: Date.now() + round * MINUTE,
})
const current = { timezone: ZONE, defaultStoryboardId: 's', slots: [], activeFrom: 0 }

/** As `ConditionWatch` of the player does. */
const memory = new Map()
function answer(rows, instant) {
  for (const { when } of items) {
    const { plays } = answerOf(when, rows, instant)
    const before = memory.get(conditionKey(when))
    memory.set(
      conditionKey(when),
      heldAfter(when, { plays, before, instant, endOfPage: (from) => from + 2000 }),
    )
  }
}
function decide(instant) {
  const traits = { tags: [], places: [], conditions: conditionsHeld(memory, instant) }
  whatPlays({ current, next: null, override: null, traits }, instant, () =>
    storyboardSpans(items, undefined, traits),
  )
  shownAt(items, ZONE, instant, undefined, traits)
}

function times(work) {
  const found = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    work(Date.now() + round * MINUTE, round)
    found.push(performance.now() - start)
  }
  return found
}

let data = queue(0)
const rows = () => data
answer(rows, Date.now())
times(decide)
const decided = times(decide)
const answered = times((instant) => answer(rows, instant))
const tables = Array.from({ length: ROUNDS }, (_, round) => queue(round))
const changed = times((instant, round) => {
  data = tables[round]
  answer(rows, instant)
})
const bytes = () => process.memoryUsage().heapUsed
/** The same pages in 100 storyboards inside one, of which each round plays two at random, all of them shuffled. */
const LISTS = 100
const ordered = {
  id: 's',
  items,
  order: {
    lists: [
      {
        ...{ id: 's', name: 's', shuffle: true },
        entries: Array.from({ length: LISTS }, (_, n) => ({ list: n + 1, perRound: 2, random: true })),
      },
      ...Array.from({ length: LISTS }, (_, list) => ({
        ...{ id: `${list}`, name: `${list}`, shuffle: true },
        entries: Array.from({ length: PAGES / LISTS }, (_, n) => ({ item: (list * PAGES) / LISTS + n })),
      })),
    ],
  },
}
const everything = [...items.keys()]
const startedAt = Date.now() - 30 * 86_400_000
const firstOrder = performance.now()
orderedAt(ordered, everything, { since: startedAt, timeZone: 'Etc/GMT' }, Date.now())
const firstOrdered = performance.now() - firstOrder
const orderedTimes = times((instant) =>
  orderedAt(ordered, everything, { since: startedAt, timeZone: 'Etc/GMT' }, instant),
)
globalThis.gc?.()
const before = bytes()
for (let minute = 0; minute < 1440; minute++) {
  data = queue(minute)
  answer(rows, Date.now() + minute * MINUTE)
  decide(Date.now() + minute * MINUTE)
}
globalThis.gc?.()
const slow = median(decided) * SLOWER
const slowOrder = median(orderedTimes) * SLOWER
report('conditions', [
  {
    what: `deciding ${PAGES} pages with conditions, ${SLOWER} times slower (median)`,
    value: slow,
    unit: 'ms',
    target: `< ${TARGET_MS} ms`,
    met: slow < TARGET_MS,
  },
  { what: 'the same, on this machine (95th percentile)', value: percentile(decided, 0.95), unit: 'ms' },
  {
    what: `what comes next of ${PAGES} pages in ${LISTS} storyboards inside one, ${SLOWER} times slower (median)`,
    value: slowOrder,
    unit: 'ms',
    target: `< ${TARGET_MS} ms`,
    met: slowOrder < TARGET_MS,
  },
  { what: 'the same for the first time, on this machine', value: firstOrdered, unit: 'ms' },
  { what: 'asking every condition again, of known rows (median)', value: median(answered), unit: 'ms' },
  { what: 'asking every condition, of new rows (median)', value: median(changed), unit: 'ms' },
  {
    what: `growth of memory in a day of minutes${globalThis.gc ? '' : ' (with garbage)'}`,
    value: (bytes() - before) / 1e6,
    unit: 'MB',
  },
])
