// The slowest of a hundred lists while twenty people log in, compared with none.
import { percentile, report } from '#bench/support/report.mjs'
import { ADMIN, signIn, startServer } from '#bench/support/start-server.mjs'

const ROUNDS = 20
const LOGINS = 20
const LISTS = 1200

const server = await startServer()
try {
  const call = await signIn(server.url)
  for (let n = 0; n < 50; n++)
    await call('POST', '/buildings/create', {
      name: `Building ${n}`,
      location: `Street ${n}`,
      floors: [{ name: 'Ground' }],
    })
  const login = async () => {
    const answer = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    if (!answer.ok) throw new Error(`A login was answered ${answer.status}`)
    await answer.json()
  }
  let asked = 0
  const list = async (times) => {
    const started = performance.now()
    await call('GET', `/buildings?page=1&pageSize=50&n=${asked++}`)
    times.push(performance.now() - started)
  }
  const [alone, beside] = [[], []]
  for (let n = 0; n < LISTS; n++) await list([])
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < LISTS / ROUNDS; n++) await list(alone)
    let isOver = false
    const logins = Promise.all([...Array(LOGINS).keys()].map(login)).finally(() => {
      isOver = true
    })
    while (!isOver) await list(beside)
    await logins
  }
  const [quiet, busy] = [percentile(alone, 0.99), percentile(beside, 0.99)]
  report('logins', [
    { what: 'list of 50, slowest of 100', value: quiet, unit: 'ms' },
    { what: `the same during ${LOGINS} logins`, value: busy, unit: 'ms' },
    { what: 'ratio', value: busy / quiet, target: '<= 2', met: busy / quiet <= 2 },
    { what: 'lists measured beside logins', value: beside.length },
    {
      what: 'memory after the load',
      value: server.memory().now,
      unit: 'MB',
      target: '< 300',
      met: server.memory().now < 300,
    },
  ])
} finally {
  await server.stop()
}
