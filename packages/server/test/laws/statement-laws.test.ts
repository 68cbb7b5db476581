import { contract } from '@vitrine/contract'
import { routesOf, writes } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { LIMITED, orderOf, REFUSED, UNCALLED } from '#test/laws/scale/answered.ts'
import { callOf } from '#test/laws/scale/calls.ts'
import { addOrganizations, growOrganization } from '#test/laws/scale/grow.ts'
import { seedWorld, type World } from '#test/laws/scale/seed.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'

const FEW = 10
const MANY = 1000
/**
 * Long lists are read and written some hundred rows at a time, and a folder's files in five tables: five statements more
 * for every 200 rows. The list of organizations sends fifteen for each of three or four parts.
 */
const PARTS = 60

const routes = routesOf(contract)
  .filter(({ name, route }) => route.response !== 'stream' && !(name in UNCALLED))
  .sort((one, other) => orderOf(one.route) - orderOf(other.route))

/** Writes that read more rows of what they change, how many, and which. */
const OF_ITS_SUBJECT: Record<string, [rows: number, why: string]> = {
  'webhooks.update': [500, 'the messages that wait for it, which go to its new address'],
  'buildings.remove': [
    150,
    'the screens on its floors, which the refusal lists, and the schedules of their groups',
  ],
  'media.removeFolder': [100, 'everything in the folder, and its users'],
  'storyboards.remove': [
    1000,
    'up to 300 screens that play it, which the refusal lists, and the schedules of their groups',
  ],
}

type Maps = [few: Map<string, Answered>, many: Map<string, Answered>, others: Map<string, Answered>]

interface Answered {
  status: number
  statements: string[]
  rows: number[]
  publishes: boolean[]
}

// Counts those of SQLite, in tables that grow through a second connection to its file.
describe.skipIf(process.env.TEST_DATABASE_URL)('statements', () => {
  const server = useServer()
  const [few, many, others] = [0, 1, 2].map(() => new Map<string, Answered>()) as Maps

  beforeAll(async () => {
    const superAdmin = await server().signIn()
    const file = `${server().folder}/vitrine.db`
    const small = await seedWorld(server(), superAdmin)
    const large = await seedWorld(server(), superAdmin)
    const counter = await StatementCounter.of(server().services)
    growOrganization(file, small.organizationId, { from: 1, to: FEW })
    await callEach(small, counter, few, 0)
    await quiet()
    growOrganization(file, large.organizationId, { from: 1, to: MANY })
    addOrganizations(file, small.organizationId, MANY)
    await callEach(large, counter, many, routes.length)
    const alike = await seedWorld(server(), superAdmin)
    await quiet()
    growOrganization(file, alike.organizationId, { from: 1, to: MANY, shared: FEW })
    await callEach(alike, counter, others, 2 * routes.length)
  }, 600_000)

  /** What calls left to do is done: growing holds up this process, so a transaction of it would wait forever. */
  async function quiet() {
    await server().services.publisher.idle()
    await server().services.outbox.wake()
  }

  async function callEach(
    world: World,
    counter: StatementCounter,
    into: Map<string, Answered>,
    from: number,
  ) {
    for (const [place, { name, route }] of routes.entries()) {
      const call = await callOf(name, route, world, from + place)
      // What earlier calls left to do is not this one's.
      await server().services.publisher.idle()
      const { answer, ...counted } = await counter.during(async () => server().inject(call))
      into.set(name, { status: answer.statusCode, ...counted })
    }
  }

  it.each(routes.map(({ name }) => name))('%s sends no more of them for 1,000 rows than for 10', (name) => {
    const [of10, of1000] = [few.get(name), many.get(name)]
    const [refused] = REFUSED[name] ?? []
    const expected = [refused, LIMITED[name] ?? refused]
    for (const [place, status = 0] of [of10?.status, of1000?.status].entries())
      expect(status, `of ${place ? MANY : FEW}`).toSatisfy((each: number) =>
        expected[place] ? each === expected[place] : each >= 200 && each < 400,
      )
    const more = (of1000?.statements.length ?? 0) - (of10?.statements.length ?? 0)
    expect(more, often(of1000?.statements ?? [])).toBeLessThanOrEqual(PARTS)
  })

  it.each(routes.filter(({ route }) => writes(route)).map(({ name }) => name))(
    '%s reads no more rows among 1,000 others than among 10',
    (name) => {
      const [of10, of1000] = [few.get(name), others.get(name)]
      expect(rowsOf(of1000) - rowsOf(of10), longest(of1000)).toBeLessThanOrEqual(
        OF_ITS_SUBJECT[name]?.[0] ?? PARTS,
      )
    },
  )

  it('are counted', () => {
    expect(few.get('devices.list')?.statements.length).toBeGreaterThan(1)
    expect(many.get('plays.list')?.statements.join(' ')).toContain('from plays')
  })
})

/** Rows that a call has read, except for publishing: how much of that runs before the answer is a matter of speed. */
const rowsOf = ({ rows, publishes }: Answered = NOT_CALLED) =>
  rows.reduce((all, each, place) => all + (publishes[place] ? 0 : each), 0)

const NOT_CALLED: Answered = { status: 0, statements: [], rows: [], publishes: [] }

/** The statements that return the most rows. */
function longest({ statements, rows, publishes }: Answered = NOT_CALLED): string {
  const worst = statements
    .map((text, place) => [publishes[place] ? 0 : (rows[place] ?? 0), text] as const)
    .sort(([a], [b]) => b - a)
  return worst
    .slice(0, 3)
    .map(([count, text]) => `${count} rows: ${text.slice(0, 300)}`)
    .join('\n')
}

/** The most frequent statement, to find the loop. */
function often(statements: readonly string[]): string {
  const counted = [...Map.groupBy(statements, (text) => text)].map(
    ([text, all]) => [all.length, text] as const,
  )
  const worst = counted.sort(([one], [other]) => other - one).slice(0, 3)
  return worst.map(([times, text]) => `${times} × ${text.slice(0, 300)}`).join('\n')
}
