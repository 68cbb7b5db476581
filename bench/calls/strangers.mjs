// The effect of one organization's endless responses on another: users of the first request as many previews and page
// checks as allowed, and a user of the second requests a fast one.
import { createServer } from 'node:http'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const PEOPLE = 5
const PREVIEWS = 110
const LOOKS = 20
/** Close to the maximum size of a source. */
const BODY = Buffer.alloc(4_900_000, 'a,b\n')
const PASSWORD = 'crowded-house-7'

let open = 0
let isSlow = true
let most = 0
const world = createServer(({ url }, response) => {
  most = Math.max(most, ++open)
  response.on('close', () => open--)
  if (url.startsWith('/page')) return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello')
  response.writeHead(200, { 'content-type': 'text/csv' })
  if (url.startsWith('/quick') || !isSlow) response.end('a,b\n1,2\n')
  else response.write(BODY)
})
await new Promise((resolve) => world.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${world.address().port}`
const server = await startServer({ LOCAL_HOSTS: host })
try {
  const superAdmin = await signIn(server.url)
  const greedy = await peopleOf('greedy', PEOPLE)
  const [other] = await peopleOf('other', 1)
  const preview = (call, path) =>
    timed(() => call('POST', '/sources/preview', { kind: 'csv', url: `http://${host}/${path}` }))
  const look = (call, path) =>
    timed(() => call('POST', '/web-media/look', { address: `http://${host}/${path}` }))
  const alone = await preview(other, 'quick')
  await server.loopDelay()

  const before = server.memory().now
  const previews = greedy.flatMap((call) =>
    Array.from({ length: PREVIEWS }, (_, n) => preview(call, `slow${n}`)),
  )
  await pause(3000)
  const beside = [await preview(other, 'quick')]
  for (let n = 0; n < 9; n++) beside.push(await preview(other, 'quick'))
  const lists = []
  for (let n = 0; n < 20; n++) lists.push((await timed(() => other('GET', '/buildings?page=1'))).ms)
  await end(previews)
  const fetched = most
  most = 0
  const looks = greedy.flatMap((call, one) =>
    Array.from({ length: LOOKS }, (_, n) => look(call, `slow-page${one}-${n}`)),
  )
  await pause(1000)
  const { ms, answer } = await look(other, 'page')
  await end(looks)
  const delay = await server.loopDelay()
  const slowest = Math.max(...beside.map((each) => each.ms))
  report('strangers', [
    { what: 'a preview alone, ms', value: alone.ms },
    {
      what: `the slowest of ten beside ${previews.length} that never end, ms`,
      value: slowest,
      target: '< 3000',
      met: slowest < 3000 && beside.every((each) => each.answer?.found === 1),
    },
    { what: 'a list beside them, ms, p95', value: percentile(lists, 0.95) },
    {
      what: 'their answers that are read at the same time',
      value: fetched,
      target: '<= 12',
      met: fetched <= 12,
    },
    {
      what: 'memory for them, MB',
      value: server.memory().peak - before,
      target: '< 200',
      met: server.memory().peak - before < 200,
    },
    {
      what: `a look at a page beside ${looks.length} that never end, ms`,
      value: ms,
      target: 'looked at',
      met: answer?.check.looked === true,
    },
    { what: 'event loop late by, ms, p99 / max', value: [delay.p99, delay.max].map(Math.round).join(' / ') },
  ])

  async function peopleOf(name, count) {
    const { organization } = await superAdmin('POST', '/organizations/create', {
      ...{ name, adminFirstName: 'A', adminLastName: name },
      ...{ email: `${name}0@bench.test`, password: PASSWORD },
    })
    for (let n = 1; n < count; n++)
      await superAdmin('POST', '/user/create', {
        ...{ firstName: 'A', lastName: `${name} ${n}`, role: '2', permissions: ['media'] },
        ...{ email: `${name}${n}@bench.test`, password: PASSWORD, organizationId: organization.id },
      })
    const people = []
    for (let n = 0; n < count; n++)
      people.push(await signIn(server.url, { email: `${name}${n}@bench.test`, password: PASSWORD }))
    return people
  }
} finally {
  world.closeAllConnections()
  world.close()
  await server.stop()
}

/** Ends the endless responses, and waits for pending calls. */
async function end(calls) {
  isSlow = false
  world.closeAllConnections()
  await Promise.all(calls)
  isSlow = true
}

/** `answer` is absent for a refusal. */
async function timed(call) {
  const started = performance.now()
  const answer = await call().catch(() => undefined)
  return { ms: performance.now() - started, answer }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
