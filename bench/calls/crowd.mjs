// 1,200 people request lists at the same time while screens report: measures response times, how soon excess calls are
// refused, and whether screens are affected. Refused clients retry when the server tells them to.
import { Agent, request } from 'node:http'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const PEOPLE = 1200
const ACCOUNTS = 40
const SCREENS = 50
const SECONDS = 20

const server = await startServer({ PAIRINGS_PER_ADDRESS: 1000 })
try {
  const call = await signIn(server.url)
  const { organizationId } = call.profile
  for (let n = 0; n < 150; n++)
    await call('POST', '/buildings/create', {
      name: `Building ${n}`,
      location: `Street ${n}`,
      floors: Array.from({ length: 20 }, (_, floor) => ({ name: `Floor ${floor}` })),
    })
  const tokens = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const credentials = { email: `person${n}@bench.test`, password: 'crowded-house-7' }
    await call('POST', '/user/create', {
      ...credentials,
      firstName: 'A',
      lastName: `Person ${n}`,
      role: '1',
      permissions: [],
      organizationId,
    })
    tokens.push((await signIn(server.url, credentials)).token)
  }
  const facts = {
    width: 1920,
    height: 1080,
    userAgent: 'bench',
    playerVersion: '1',
    storage: 'memory',
    touch: false,
  }
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  await call('POST', '/licences/create', { number: 'CROWD', devicesCount: SCREENS, organizationId })
  const screens = []
  for (let n = 0; n < SCREENS; n++) {
    const { code, secret } = await post('/player/pairing', { screen: facts })
    await call('POST', '/devices/claim', { code, name: `Screen ${n}` })
    screens.push((await post('/player/pairing/wait', { secret })).claimed.token)
  }

  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE + SCREENS + 10 })
  const ask = (base, path, token) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const sent = request(
        `${base}/api${path}`,
        { agent, headers: { authorization: `Bearer ${token}` } },
        (answer) => {
          answer.resume().on('end', () =>
            resolve({
              status: answer.statusCode,
              ms: performance.now() - started,
              again: Number(answer.headers['retry-after'] ?? 0),
            }),
          )
        },
      )
      sent.on('error', reject).end()
    })
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const until = performance.now() + SECONDS * 1000
  const [served, refused, screened] = [[], [], []]
  let other = 0
  const person = async (n) => {
    // Vary the requests, or all would get the same cached response.
    for (let asked = 0; performance.now() < until; asked++) {
      const { status, ms, again } = await ask(server.url, `/buildings?n=${n}-${asked}`, tokens[n % ACCOUNTS])
      if (status === 200) served.push(ms)
      else if (status === 503) refused.push(ms)
      else other++
      if (again) await pause(again * 1000 * (1 + Math.random()))
    }
  }
  const screen = async (token) => {
    while (performance.now() < until) {
      const { ms, status } = await ask(server.playerUrl, '/player/manifest', token)
      if (status !== 200) other++
      screened.push(ms)
      await pause(1000 * Math.random())
    }
  }
  await Promise.all([...Array.from({ length: PEOPLE }, (_, n) => person(n)), ...screens.map(screen)])
  const [answer, refusal, screenAnswer] = [served, refused, screened].map((times) => percentile(times, 0.99))
  report('crowd', [
    { what: `answers a second to ${PEOPLE} people`, value: served.length / SECONDS },
    { what: 'median answer', value: percentile(served, 0.5), unit: 'ms' },
    { what: 'slowest of a hundred answers', value: answer, unit: 'ms', target: '< 2000', met: answer < 2000 },
    { what: 'refused with 503', value: refused.length },
    {
      what: 'slowest of a hundred refusals',
      value: refusal,
      unit: 'ms',
      target: '< 2000',
      met: refusal < 2000,
    },
    {
      what: 'screen, slowest of a hundred',
      value: screenAnswer,
      unit: 'ms',
      target: '< 1000',
      met: screenAnswer < 1000,
    },
    { what: 'other answers', value: other, target: '0', met: other === 0 },
  ])
} finally {
  await server.stop()
}
