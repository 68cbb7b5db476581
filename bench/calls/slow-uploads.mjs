// Duration of a normal upload of a small SVG while other organizations upload SVGs that take minutes to render.
import { report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const HOSTILE = [0, 1, 2, 5]
const SENDERS_EACH = 4
const SECONDS = 20
const PASSWORD = 'crowded-house-7'

const svg = (body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${body}</svg>`
/** Five levels, each of which draws the one below it ten times, and a filter. `n` makes the file unique. */
const slow = (n) =>
  svg(`<defs>${[0, 1, 2, 3, 4]
    .map((level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`)
    .join('')}
  <filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="9"/></filter>
  <g id="l0" filter="url(#f)"><rect width="${n}" height="100"/></g></defs><use href="#l5"/>`)

const server = await startServer()
try {
  const call = await signIn(server.url)
  let made = 0
  const organization = async () => {
    const email = `org${++made}@bench.test`
    await call('POST', '/organizations/create', {
      ...{ name: `Organization ${made}`, adminFirstName: 'A', adminLastName: 'B', email, password: PASSWORD },
      origins: [],
    })
    return (await signIn(server.url, { email, password: PASSWORD })).token
  }
  const upload = async (token, content) => {
    const body = new FormData()
    body.append('media', new Blob([content], { type: 'image/svg+xml' }), 'a.svg')
    const started = performance.now()
    const answer = await fetch(`${server.url}/api/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    await answer.arrayBuffer()
    return { status: answer.status, ms: performance.now() - started }
  }
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const rows = []
  for (const count of HOSTILE) {
    const honest = await organization()
    const tokens = await Promise.all(Array.from({ length: count }, organization))
    await upload(honest, svg('<rect/>'))
    const until = performance.now() + SECONDS * 1000
    let sent = 0
    const attack = async (token) => {
      while (performance.now() < until) {
        // The server may close the connection of a refused upload.
        const { status } = await upload(token, slow(++sent)).catch(() => ({ status: 429 }))
        // Refused for a while; the next organization's files are just as slow.
        if (status === 429) await pause(500)
      }
    }
    const attacks = tokens.flatMap((token) => Array.from({ length: SENDERS_EACH }, () => attack(token)))
    const times = []
    while (performance.now() < until) {
      const { status, ms } = await upload(honest, svg(`<rect width="${times.length}"/>`))
      if (status !== 201) throw new Error(`An honest upload was answered with ${status}`)
      times.push(ms)
      await pause(250)
    }
    await Promise.all(attacks)
    const slowest = Math.max(...times)
    const what = `slowest of ${times.length} honest SVGs beside ${count} hostile organizations`
    rows.push({ what, value: slowest, unit: 'ms', target: '< 2000', met: slowest < 2000 })
  }
  report('slow-uploads', rows)
} finally {
  await server.stop()
}
