// A list of 50 rows, computed in every call with session, permission, and tenant, compared with node:http sending the
// same bytes: on an idle server, and while 1,000 screens report. SCREENS, ROUNDS, and SECONDS change the sizes.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import autocannon from 'autocannon'
import { addScreens, makePage } from '#bench/fleet/fleet-content.mjs'
import { median, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const SCREENS = Number(process.env.SCREENS ?? 1000)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 3)
const TARGET = 0.08
/** An administrator of one organization: every query is bound to it, unlike a super admin's. */
const PERSON = { email: 'list@bench.test', password: 'crowded-house-7' }

if (process.send) serveBytes()
else await measure()

/** The ceiling, in a separate process: what the loopback, the parser, and this load generator allow. */
function serveBytes() {
  process.once('message', ({ bytes, headers }) => {
    const body = Buffer.from(bytes)
    const server = createServer((_request, response) => {
      response.writeHead(200, { ...headers, 'content-length': body.length })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  })
}

async function measure() {
  const server = await startServer()
  const bare = fork(import.meta.filename)
  const players = fork(path.join(import.meta.dirname, '../fleet/fleet-players.mjs'))
  try {
    const { call, headers } = await fillServer(server)
    const address = `${server.url}/api/buildings?page=1&pageSize=50`
    const answer = await fetch(address, { headers })
    bare.send({ bytes: await answer.text(), headers: { 'content-type': answer.headers.get('content-type') } })
    const { port } = await new Promise((resolve) => bare.once('message', resolve))
    const urls = { ceiling: `http://127.0.0.1:${port}`, list: address }

    await rate(address, headers)
    const quiet = await compare(server, urls, headers)
    const page = await makePage(call)
    const screens = addScreens(server.folder, call.profile.organizationId, page.groupId, SCREENS)
    const connected = new Promise((resolve) => players.once('message', resolve))
    players.send({ kind: 'connect', url: server.playerUrl, screens, pageId: page.id })
    await connected
    const reporting = await compare(server, urls, headers)
    report('list', [
      ...rowsOf('', quiet),
      ...rowsOf(` while ${SCREENS} screens report`, reporting),
      {
        what: 'built server to its first answer',
        value: server.startedIn,
        unit: 'ms',
        target: '< 1000',
        met: server.startedIn < 1000,
      },
      { what: 'memory after the load', value: server.memory().now, unit: 'MB' },
    ])
  } finally {
    players.kill()
    bare.kill()
    await server.stop()
  }
}

/** Creates fifty buildings with two floors each; returns the headers of the person who lists them. */
async function fillServer(server) {
  const call = await signIn(server.url)
  for (let n = 0; n < 50; n++)
    await call('POST', '/buildings/create', {
      name: `Building ${n}`,
      location: `Street ${n}`,
      floors: [{ name: 'Ground' }, { name: 'First' }],
    })
  const { organizationId } = call.profile
  const person = { ...PERSON, firstName: 'A', lastName: 'Person', role: '1', permissions: [], organizationId }
  await call('POST', '/user/create', person)
  const { token } = await signIn(server.url, PERSON)
  return { call, headers: { authorization: `Bearer ${token}` } }
}

/** Requests per second. */
async function rate(url, headers) {
  const { non2xx, errors, requests } = await autocannon({
    url,
    headers,
    connections: 16,
    duration: SECONDS,
  })
  if (non2xx || errors) throw new Error(`${non2xx} refusals, ${errors} errors`)
  return requests.average
}

/** Alternates between the two, because the machine's speed changes. */
async function compare(server, urls, headers) {
  const [ceilings, lists, costs] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    ceilings.push(await rate(urls.ceiling, headers))
    const before = server.cpu()
    const list = await rate(urls.list, headers)
    lists.push(list)
    costs.push((1000 * (server.cpu() - before)) / (list * SECONDS))
  }
  return {
    ceiling: median(ceilings),
    list: median(lists),
    ratio: median(lists.map((value, round) => value / ceilings[round])),
    cost: median(costs),
  }
}

function rowsOf(when, { ceiling, list, ratio, cost }) {
  return [
    { what: `node:http, the same bytes${when}`, value: ceiling, unit: 'requests/s' },
    { what: `list of 50 buildings${when}`, value: list, unit: 'requests/s' },
    { what: `ratio${when}`, value: ratio, target: `>= ${TARGET}`, met: ratio >= TARGET },
    { what: `processor of the server per list${when}`, value: cost, unit: 'ms' },
  ]
}
