// Processor time and event loop delay caused by unauthorized callers' bodies, and by the largest bodies that are read.
import { report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const TIMES = 20
const MB = 2 ** 20

const server = await startServer()
try {
  const call = await signIn(server.url)
  const send = async (path, body, token) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body,
    }).catch(() => undefined)
    await response?.text().catch(() => {})
    return response?.status ?? 0
  }
  const filled = (piece, bytes, end) =>
    `[${piece.repeat(Math.floor((bytes - end.length - 1) / piece.length))}${end}]`
  const keys = (start, count) =>
    `{${Array.from({ length: count }, (_, n) => `"${(start * count + n).toString(36)}":0`).join()}}`
  const cases = [
    ['8 MB without a session', '/layout', filled('"__proto__",', 8 * MB, '0')],
    ['8 MB to the login', '/auth/login', filled('"__proto__",', 8 * MB, '0')],
    ['32 kB to the login', '/auth/login', filled('{"\\u005f":0},', 32 * 1024, '0')],
    ['570 kB of small values', '/layout', filled('0,', 570 * 1024, '0'), call.token],
    ['570 kB of escaped keys', '/layout', filled('{"\\u005f":0},', 570 * 1024, '0'), call.token],
    ['570 kB of arrays', '/layout', filled('[],', 570 * 1024, '0'), call.token],
    // Below the limits for values and keys, so they are parsed and validated.
    ['19,000 arrays', '/layout', filled('[],', 57_000, '0'), call.token],
    ['38,000 keys', '/layout', `[${Array.from({ length: 19 }, (_, n) => keys(n, 1999)).join()}]`, call.token],
    ['1,999 values of a package', '/media/x', `{"model":${keys(0, 1999)}}`, call.token],
    ['24,000 wrong ids', '/device-groups/create', `{"devices":${filled('"",', 72_000, '0')}}`, call.token],
  ]
  const rows = []
  for (const [what, path, body, token] of cases) {
    await send(path, body, token)
    await server.loopDelay()
    const before = server.cpu()
    let status = 0
    for (let n = 0; n < TIMES; n++) status = await send(path, body, token)
    const ms = ((server.cpu() - before) * 1000) / TIMES
    const { max } = await server.loopDelay()
    const each = `${what} (${status || 'cut'})`
    rows.push({ what: `${each}, processor`, value: ms, unit: 'ms', target: '< 50', met: ms < 50 })
    // On a machine with other load, this mostly measures that load.
    rows.push({ what: `${each}, event loop held at most`, value: max, unit: 'ms' })
  }
  report('bodies', rows)
} finally {
  await server.stop()
}
