// What people wait for before a save: the processor time of every dry run that the contract has, in organizations with 1,000
// and 10,000 screens. Their groups have rules, layers, slots with rules, conditions, entries with rules, and local slots,
// and most screens differ in their tags and floors. In one process.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fillOrganization } from '#bench/support/dry-run-organization.mjs'
import { reporting } from '#bench/support/report.mjs'
import { ADMIN, signIn } from '#bench/support/start-server.mjs'

const { values } = parseArgs({
  options: {
    screens: { type: 'string', default: '1000,10000' },
    // `--only deviceGroups.update`: measures only the dry runs with this in their names.
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '5' },
  },
})
const TIMES = Number(values.times)
/** Milliseconds, with the first number of screens. */
const MOST = 500
/** Reads a file, and no screens. */
const ELSEWHERE = ['layoutImports.import']

const SOURCES = '../../packages/server/src'
const CONTRACT = '../../packages/contract/src'
const { startServer } = await import(`${SOURCES}/app/server.ts`)
const { readSettings } = await import(`${SOURCES}/lib/env.ts`)
const { createLog } = await import(`${SOURCES}/lib/log.ts`)
const { systemClock } = await import(`${SOURCES}/lib/clock.ts`)
const { contract } = await import(`${CONTRACT}/index.ts`)

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'))
const settings = readSettings({
  ...{ HOST: '127.0.0.1', PORT: '0', PLAYER_PORT: '0', CONTENT_PORT: '0', DATA_DIR: folder },
  ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' },
})
const start = () =>
  startServer({ settings, clock: systemClock, log: createLog('error'), assets: path.join(folder, 'none') })
let server = await start()
try {
  const sizes = values.screens.split(',').map(Number)
  const organizations = []
  for (const screens of sizes) {
    const call = await signIn(server.services.origins.console)
    organizations.push(await fillOrganization(call, { folder, screens }))
  }
  await server.close()
  server = await start()
  const { say, end } = reporting('dry-runs')
  for (const [index, organization] of organizations.entries()) {
    const call = await signIn(server.services.origins.console, organization.person)
    const calls = organization.calls
    refuseMissing(calls)
    for (const [route, what, ...request] of calls) {
      const name = `${route}: ${what}`
      if (!name.includes(values.only)) continue
      const [value, screens] = await costOf(call, request)
      say({
        what: `${sizes[index]} screens: ${name}${screens === undefined ? '' : ` (${screens})`}`,
        ...{ value, unit: 'ms' },
        ...(index === 0 && { target: `< ${MOST}`, met: value < MOST }),
      })
    }
  }
  end()
} finally {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds of the processor, which others can't take, of the fastest of some calls; and the screens that would change. */
async function costOf(call, [method, address, body]) {
  let least = Number.POSITIVE_INFINITY
  let changes
  for (let n = 0; n < TIMES; n++) {
    const started = process.cpuUsage()
    const answer = await call(method, `${address}?dryRun=true`, body)
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, (user + system) / 1000)
    changes = answer.impact?.changes
  }
  return [least, changes]
}

/** A dry run that is new in the contract belongs here. */
function refuseMissing(calls) {
  const known = new Set([...calls.map(([route]) => route), ...ELSEWHERE])
  const missing = Object.entries(contract).flatMap(([feature, routes]) =>
    Object.entries(routes).flatMap(([name, { query }]) =>
      query?.shape?.dryRun && !known.has(`${feature}.${name}`) ? [`${feature}.${name}`] : [],
    ),
  )
  if (missing.length > 0) throw new Error(`Dry runs that aren't measured: ${missing.join(', ')}`)
}
