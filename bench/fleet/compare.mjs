// Two servers under the same load in one run, alternating their changes, so other work affects both equally.
// npm run bench compare -- --other FILE [--other-server URL …] [--one FILE --one-server URL …] [--screens 1000] [--rounds 10]
import { parseArgs } from 'node:util'
import { median, percentile, report } from '#bench/support/report.mjs'
import { openLoad } from './load.mjs'

const SIDES = ['one', 'other']
const ASKED = ['server', 'player', 'email', 'password']
const { values } = parseArgs({
  options: {
    one: { type: 'string', default: 'vitrine' },
    other: { type: 'string', default: 'stand-in' },
    screens: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '10' },
    'file-kb': { type: 'string', default: '0' },
    ...Object.fromEntries(
      SIDES.flatMap((side) => ASKED.map((name) => [`${side}-${name}`, { type: 'string' }])),
    ),
  },
})
const rounds = Number(values.rounds)
const optionsOf = (side) => ({
  ...Object.fromEntries(ASKED.map((name) => [name, values[`${side}-${name}`]])),
  count: Number(values.screens),
  fileBytes: Number(values['file-kb']) * 1000,
})

const loads = []
try {
  for (const side of SIDES)
    loads.push({ name: values[side], load: await openLoad(values[side], optionsOf(side)) })
  const rows = [
    { what: 'screens of each', value: Number(values.screens) },
    { what: 'changes of each', value: rounds },
  ]
  for (const { name, load } of loads)
    rows.push({ what: `${name}: all connected`, value: await load.connect(), unit: 's' })
  const took = loads.map(({ load }) => load.states.map((state) => ({ state, rounds: [] })))
  for (let round = 0; round < rounds; round++)
    for (const [side, { load }] of loads.entries()) {
      const times = await load.round()
      for (const each of took[side]) each.rounds.push(times[each.state])
    }
  for (const [side, { name, load }] of loads.entries()) {
    for (const { state, rounds: each } of took[side])
      rows.push({
        what: `${name}: ${state}, ms after the change was sent, p50 / p95 / p99 / max`,
        value: [0.5, 0.95, 0.99, 1].map((part) => Math.round(percentile(each.flat(), part))).join(' / '),
      })
    const shown = took[side].at(-1).rounds.flat().length
    rows.push({ what: `${name}: never`, value: load.count * rounds - shown, target: '0' })
  }
  // For states that both have: the time of one as a multiple of the other's, round by round.
  for (const { state, rounds: ones } of took[0]) {
    const others = took[1].find((each) => each.state === state)?.rounds
    if (!others) continue
    const ratio = (part) =>
      median(ones.map((times, round) => percentile(times, part) / percentile(others[round], part)))
    rows.push({
      what: `${values.one} / ${values.other}: ${state}, times, p50 / p95`,
      value: [0.5, 0.95].map((part) => ratio(part).toFixed(2)).join(' / '),
    })
  }
  report('compare', rows)
} finally {
  for (const { load } of loads) await load.close()
}
