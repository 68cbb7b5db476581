// Web packages with as many files as they can have, unpacked and stored one by one, while a user opens lists.
import { listsDuring } from '#bench/support/lists-during.mjs'
import { median, percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const TESTS = '../../packages/server/test'
const { zipOf } = await import(`${TESTS}/zip.ts`)

const FILES = 2000
const ROUNDS = 3

const server = await startServer()
try {
  const { token } = await signIn(server.url)
  const seconds = []
  const { waits } = await listsDuring({ url: server.url, token }, async () => {
    for (let n = 0; n < ROUNDS; n++) seconds.push(await upload(token, n))
  })
  const waited = percentile(waits, 0.95)
  report('unpacking', [
    { what: `package of ${FILES} files`, value: median(seconds), unit: 's' },
    { what: 'a list at the same time, p95', value: waited, unit: 'ms', target: '< 300', met: waited < 300 },
    { what: 'the slowest list', value: Math.max(...waits), unit: 'ms' },
  ])
} finally {
  await server.stop()
}

/** Each round has other files: equal ones are stored already. */
async function upload(token, round) {
  const files = Array.from({ length: FILES - 1 }, (_, n) => ({
    name: `data/${n}.txt`,
    content: `${round} ${n}`,
  }))
  const zip = zipOf([{ name: 'index.html', content: 'page' }, ...files])
  const body = new FormData()
  body.append('media', new Blob([zip], { type: 'application/zip' }), `many-${round}.zip`)
  const started = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}`)
  return (performance.now() - started) / 1000
}
