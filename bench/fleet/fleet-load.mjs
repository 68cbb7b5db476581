// An open load harness: real protocol screens against any server. docs/load-harness.md explains the numbers.
import { parseArgs } from 'node:util'
import { percentile, report } from '#bench/support/report.mjs'
import { openLoad } from './load.mjs'

const { values } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'vitrine' },
    screens: { type: 'string', default: '1000' },
    server: { type: 'string' },
    player: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    'file-kb': { type: 'string', default: '200' },
  },
})
const rounds = Number(values.rounds)

const load = await openLoad(values.adapter, {
  ...values,
  count: Number(values.screens),
  fileBytes: Number(values['file-kb']) * 1000,
})
try {
  const rows = [{ what: 'screens', value: load.count }]
  rows.push({ what: 'all connected and holding', value: await load.connect(), unit: 's' })
  const took = Object.fromEntries(load.states.map((state) => [state, []]))
  for (let round = 0; round < rounds; round++)
    for (const [state, times] of Object.entries(await load.round())) took[state].push(...times)
  for (const state of load.states)
    rows.push({
      what: `${state}, ms after a save was sent, p50 / p95 / p99 / max of ${rounds} saves`,
      value: [0.5, 0.95, 0.99, 1].map((part) => Math.round(percentile(took[state], part))).join(' / '),
    })
  const never = load.count * rounds - took[load.states.at(-1)].length
  rows.push({ what: 'never shown', value: never, target: '0', met: never === 0 })
  if (load.memory)
    rows.push({ what: 'memory of the server at its highest', value: load.memory(), unit: 'MB' })
  report('fleet-load', rows)
} finally {
  await load.close()
}
