import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
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
 * for every 200 rows.
 */
const PARTS = 25

const routes = routesOf(contract)
  .filter(({ name, route }) => route.response !== 'stream' && !(name in UNCALLED))
  .sort((one, other) => orderOf(one.route) - orderOf(other.route))

interface Answered {
  status: number
  statements: string[]
}

// Counts those of SQLite, in tables that grow through a second connection to its file.
describe.skipIf(process.env.TEST_DATABASE_URL)('statements', () => {
  const server = useServer()
  const [few, many] = [new Map<string, Answered>(), new Map<string, Answered>()]

  beforeAll(async () => {
    const superAdmin = await server().signIn()
    const file = `${server().folder}/vitrine.db`
    const small = await seedWorld(server(), superAdmin)
    const large = await seedWorld(server(), superAdmin)
    const counter = await StatementCounter.of(server().services)
    growOrganization(file, small.organizationId, { from: 1, to: FEW })
    await callEach(small, counter, few, 0)
    growOrganization(file, large.organizationId, { from: 1, to: MANY })
    addOrganizations(file, small.organizationId, MANY)
    await callEach(large, counter, many, routes.length)
  }, 600_000)

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
      const { answer, statements } = await counter.during(async () => server().inject(call))
      into.set(name, { status: answer.statusCode, statements })
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

  it('are counted', () => {
    expect(few.get('devices.list')?.statements.length).toBeGreaterThan(1)
    expect(many.get('plays.list')?.statements.join(' ')).toContain('from plays')
  })
})

/** The most frequent statement, to find the loop. */
function often(statements: readonly string[]): string {
  const counted = [...Map.groupBy(statements, (text) => text)].map(
    ([text, all]) => [all.length, text] as const,
  )
  const worst = counted.sort(([one], [other]) => other - one).slice(0, 3)
  return worst.map(([times, text]) => `${times} × ${text.slice(0, 300)}`).join('\n')
}
