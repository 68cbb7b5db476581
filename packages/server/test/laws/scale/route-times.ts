// Not a test: `npm run bench routes` runs it, and prints the results from the file named by ROUTE_TIMES.
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { expect, it } from 'vitest'
import { refreshStatistics } from '#db/database.ts'
import { threadTime } from '#lib/work/piece-size.ts'
import { TestServer } from '#test/harness.ts'
import { orderOf, UNCALLED } from './answered.ts'
import { callOf } from './calls.ts'
import { addOrganizations, growOrganization } from './grow.ts'
import { moveToPostgres, postgresTime, watchStatements } from './on-postgres.ts'
import { seedWorld, type World } from './seed.ts'
import { StatementCounter } from './statements.ts'

const [FEW, MANY] = (process.env.ROUTE_ROWS ?? '1000,100000').split(',').map(Number) as [number, number]
const RUNS = 5
/** Names of routes: also reports the slow statements of their last call. */
const ONLY = process.env.ROUTE_ONLY?.split(',')
const LONG_MS = 3
/** An empty PostgreSQL, and the process that started its others. */
const { ROUTE_POSTGRES: POSTGRES, ROUTE_POSTGRES_PROCESS } = process.env
const databaseTime = () => (POSTGRES ? postgresTime(Number(ROUTE_POSTGRES_PROCESS)) : 0)
/** Number of rows that share a parent or user in both organizations: a call then touches equally many in each. */
const SHARED = 300

const routes = routesOf(contract)
  .filter(({ name, route }) => route.response !== 'stream' && !(name in UNCALLED))
  .filter(({ name }) => !ONLY || ONLY.includes(name))
  .sort((one, other) => orderOf(one.route) - orderOf(other.route))

/** Searches, filters, and orders that read more than the first page: `route` with a query. */
const QUERIES: [route: string, query: string][] = [
  ['media.list', 'search=png+424'],
  ['media.list', 'search=png'],
  ['media.list', 'search=ng'],
  ['media.list', 'search=nothing+of+this'],
  ['media.list', 'search=summer'],
  ['media.list', 'sort=-size'],
  ['media.list', 'kinds=image'],
  ['media.list', 'foldersAfter=WyIiLCIiXQ'],
  ['devices.list', 'search=nothing'],
  ['devices.list', 'only=problems'],
  ['devices.list', 'sort=state'],
  ['cards.list', 'search=nothing'],
  ['storyboards.list', 'search=nothing'],
  ['users.list', 'search=nothing'],
]

interface Called {
  name: string
  route: Route
  query: string
}

const calls: Called[] = routes.flatMap(({ name, route }) => [
  { name, route, query: '' },
  ...QUERIES.flatMap(([of, query]) => (of === name ? [{ name: `${name}?${query}`, route, query }] : [])),
])

interface Times {
  name: string
  status: number
  /** Minimum processor time of a call, in ms, in all threads; on PostgreSQL, the time until it is answered. */
  few: number
  many: number
  /** The processor time of server and database that such a call took. */
  work: [few: number, many: number]
  /** Bytes of the answers: what grows with the rows is judged by what it answers. */
  bytes: [few: number, many: number]
  /** The most processor time in ms that a call of the many took from other calls at a time. */
  held: number
  /** Each with the milliseconds that it took. */
  long: string[]
}

interface Measured {
  status: number
  least: number
  work: number
  bytes: number
  held: number
  long: string[]
}

it('measures every route', { timeout: 7_200_000 }, async () => {
  const server = await TestServer.start()
  let moved: TestServer | undefined
  try {
    const superAdmin = await server.signIn()
    const file = `${server.folder}/vitrine.db`
    const small = await seedWorld(server, superAdmin)
    const large = await seedWorld(server, superAdmin)
    await endJobs(server)
    growOrganization(file, small.organizationId, { from: 1, to: FEW, shared: SHARED })
    addOrganizations(file, small.organizationId, FEW)
    let few = POSTGRES ? undefined : await timeEach(server, small, 0)
    growOrganization(file, large.organizationId, { from: 1, to: MANY, shared: SHARED })
    if (POSTGRES) {
      moved = await moveToPostgres(server, POSTGRES)
      await endJobs(moved)
    }
    few ??= await timeEach(moved ?? server, small, 0)
    const many = await timeEach(moved ?? server, large, 1_000_000)
    const times: Times[] = calls.flatMap(({ name }) => {
      const [one, other] = [few.get(name), many.get(name)]
      return one && other
        ? [
            {
              ...{ name, status: other.status, few: one.least, many: other.least },
              work: [one.work, other.work],
              ...{ bytes: [one.bytes, other.bytes], held: other.held, long: other.long },
            },
          ]
        : []
    })
    writeFileSync(process.env.ROUTE_TIMES ?? '', JSON.stringify(times))
    if (!ONLY) expect(times.length).toBeGreaterThan(100)
  } finally {
    await moved?.close()
    await server.close()
  }
})

/** Background jobs would work on a hundred thousand items in between. */
async function endJobs({ services: { jobs, sources } }: TestServer): Promise<void> {
  for (const each of [jobs, sources]) await (each as unknown as { close(): Promise<void> }).close()
}

async function timeEach(server: TestServer, world: World, from: number) {
  // As the job does it: the server doesn't notice statistics written on another connection.
  await refreshStatistics(server.services.database)
  // The readers look for them every quarter of a minute.
  if (!POSTGRES) await setTimeout(16_000)
  const { publisher } = server.services
  const counter = ONLY && !POSTGRES ? await StatementCounter.of(server.services) : undefined
  const times = new Map<string, Measured>()
  let made = from
  for (const { name, route, query } of calls) {
    const isPaged = 'page' in (route.query?.shape ?? {})
    let [least, work] = [Number.POSITIVE_INFINITY, 0]
    let held = Number.POSITIVE_INFINITY
    let [status, bytes] = [0, 0]
    let long: string[] = []
    for (let run = 0; run < RUNS; run++) {
      const call = await callOf(name.split('?')[0] ?? name, route, world, ++made)
      await publisher.idle()
      const holds = watchThread()
      const statements = ONLY && POSTGRES ? watchStatements() : undefined
      const before = { ...process.cpuUsage(), database: databaseTime(), at: performance.now() }
      const ask = async () =>
        server.inject({
          ...call,
          ...(isPaged && {
            query: { page: '1', pageSize: '50', ...Object.fromEntries(new URLSearchParams(query)) },
          }),
          // Otherwise joining and decoding a long answer, as no server does, would be measured too.
          payloadAsStream: true,
        })
      const counted = await counter?.during(ask)
      const answer = counted?.answer ?? (await ask())
      let received = 0
      for await (const piece of answer.stream()) received += piece.length
      const took = performance.now() - before.at
      const { user, system } = process.cpuUsage(before)
      const used = (user + system) / 1000 + databaseTime() - before.database
      // What it publishes after its answer holds up others as well.
      await publisher.idle()
      const longest = holds()
      // A call that can't be repeated; a refusal can.
      if (answer.statusCode >= 400 && run > 0 && status < 400) break
      status = answer.statusCode
      bytes = received
      held = Math.min(held, longest)
      if (counted)
        long = counted.statements.flatMap((text, place) => {
          const ms = counted.durations[place] ?? 0
          return ms > LONG_MS ? [`${ms.toFixed(0)} ms: ${text}`] : []
        })
      if (statements)
        long = statements().flatMap(([ms, text]) => (ms > LONG_MS ? [`${ms.toFixed(0)} ms: ${text}`] : []))
      const time = POSTGRES ? took : used
      if (time < least) [least, work] = [time, used]
    }
    times.set(name, { status, least, work, bytes, held, long })
  }
  return times
}

/** Tells how long, in processor time of this thread, other calls had to wait at a time. Watching takes little itself. */
function watchThread(): () => number {
  let longest = 0
  let last = threadTime()
  const look = () => {
    const now = threadTime()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}
