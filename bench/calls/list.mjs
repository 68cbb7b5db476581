// A list of 50 rows with session, permission and tenant scope, against node:http sending the same bytes.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import autocannon from 'autocannon'
import { median, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const ROUNDS = 5
const SECONDS = 3

if (process.send) serveBytes()
else await measure()

/** The ceiling, in a separate process: what the loopback, the parser and this load generator leave possible. */
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
  try {
    const call = await signIn(server.url)
    for (let n = 0; n < 50; n++)
      await call('POST', '/buildings/create', {
        name: `Building ${n}`,
        location: `Street ${n}`,
        floors: [{ name: 'Ground' }, { name: 'First' }],
      })
    const headers = { authorization: `Bearer ${call.token}` }
    const address = `${server.url}/api/buildings?page=1&pageSize=50`
    const answer = await fetch(address, { headers })
    bare.send({ bytes: await answer.text(), headers: { 'content-type': answer.headers.get('content-type') } })
    const port = await new Promise((resolve) => bare.once('message', (message) => resolve(message.port)))

    const rate = async (url, requests) => {
      const result = await autocannon({ url, headers, requests, connections: 16, duration: SECONDS })
      if (result.non2xx || result.errors)
        throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
      return result.requests.average
    }
    // A new address misses every cache: what a list costs right after a write.
    let asked = 0
    const anew = [
      { setupRequest: (request) => ({ ...request, path: `/api/buildings?page=1&pageSize=50&n=${asked++}` }) },
    ]
    await rate(address)
    const [ours, computed, ceiling] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      ceiling.push(await rate(`http://127.0.0.1:${port}`))
      ours.push(await rate(address))
      computed.push(await rate(server.url, anew))
    }
    const ratio = (rates) => median(rates.map((value, round) => value / ceiling[round]))
    report('list', [
      { what: 'node:http, the same bytes', value: median(ceiling), unit: 'requests/s' },
      { what: 'list of 50 buildings, paged', value: median(ours), unit: 'requests/s' },
      { what: 'ratio', value: ratio(ours), target: '>= 0.4', met: ratio(ours) >= 0.4 },
      { what: 'the same, computed anew each time', value: median(computed), unit: 'requests/s' },
      { what: 'ratio', value: ratio(computed) },
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
    bare.kill()
    await server.stop()
  }
}
