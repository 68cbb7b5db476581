// How long a screen takes to decide what plays of a storyboard with 1,000 pages, each with a rule and with a media zone
// whose entries have rules, and whether memory grows while it does for a day of minutes. In the runner's own JavaScript
// engine, without a browser.
import { median, percentile, report } from '#bench/support/report.mjs'

const source = (name) => import(new URL(`../../packages/contract/src/${name}.ts`, import.meta.url).href)
const { whatPlays } = await source('schedule/schedule')
const { pageSpans, shownAt, storyboardSpans } = await source('schedule/show-dates')
const { neededFiles } = await source('player/needed-files')

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
  screens: {
    anyTags: [`Tag ${n % 40}`, `Tag ${(n * 7) % 40}`],
    noTags: [`tag ${n % 13}`],
    ...(n % 3 === 0 && { inPlaces: [`building ${n % 5}`] }),
  },
}))
const traits = { tags: Array.from({ length: 20 }, (_, n) => `tag ${n + 5}`), places: ['floor', 'building 1'] }
/** Two entries of each page: one with a rule, one without. */
const pages = Object.fromEntries(
  items.map(({ pageId, screens }, n) => {
    const entries = [{ mediaId: `media ${n}`, screens }, { mediaId: `media ${(n + 1) % PAGES}` }]
    const zone = { id: 'z', type: 'media-looper', name: '', zIndex: 1, width: 9, height: 9, transform: '' }
    const inputs = [{ name: 'z-media', value: n % 2 === 0 ? entries : entries.slice(0, 1) }]
    return [pageId, { widgets: [zone], config: { inputs } }]
  }),
)
const spansOfPage = (id) => pageSpans(pages[id])
const media = Object.fromEntries(items.map((_, n) => [`media ${n}`, { sha256: `file ${n}` }]))
const links = Object.fromEntries(
  items.map(({ pageId }, n) => [pageId, { media: [`media ${n}`, `media ${(n + 1) % PAGES}`] }]),
)
const current = { timezone: ZONE, defaultStoryboardId: 's', slots: [], activeFrom: 0 }
const state = { current, next: null, override: null, traits }

function decide(instant) {
  whatPlays(state, instant, () => storyboardSpans(items, spansOfPage, traits))
  shownAt(items, ZONE, instant, spansOfPage, traits)
}

function times(work) {
  const found = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    work(Date.now() + round * MINUTE)
    found.push(performance.now() - start)
  }
  return found
}

times(decide)
const decided = times(decide)
const files = times(() => neededFiles({ storyboards: { s: { items } }, pages, media, links }, ['s'], traits))
const bytes = () => process.memoryUsage().heapUsed
for (let round = 0; round < 3; round++) times(decide)
globalThis.gc?.()
const before = bytes()
for (let minute = 0; minute < 1440; minute++) decide(Date.now() + minute * MINUTE)
globalThis.gc?.()
const slow = median(decided) * SLOWER
report('rules', [
  {
    what: `deciding ${PAGES} pages with rules, ${SLOWER} times slower (median)`,
    value: slow,
    unit: 'ms',
    target: `< ${TARGET_MS} ms`,
    met: slow < TARGET_MS,
  },
  { what: 'the same, on this machine (95th percentile)', value: percentile(decided, 0.95), unit: 'ms' },
  { what: 'finding the files that a screen needs (median)', value: median(files), unit: 'ms' },
  {
    what: `growth of memory in a day of minutes${globalThis.gc ? '' : ' (with garbage)'}`,
    value: (bytes() - before) / 1e6,
    unit: 'MB',
  },
])
