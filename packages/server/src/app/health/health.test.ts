import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const MONITORING = new URL('../../../../../deploy/monitoring/', import.meta.url)
const TOKEN = 'a-token-of-16-or-more'
const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  return { status: answer.status, text, headers: answer.headers }
}
/** Moves the monotonic clock past the time for which results are cached. */
const realNow = performance.now.bind(performance)
let skipped = 0
const expireAnswer = () => {
  skipped += 3100
}
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + skipped)
})
afterAll(() => {
  vi.restoreAllMocks()
})

describe('without METRICS_TOKEN', () => {
  const server = useServer()
  const at = (name: string) => `${server().origins.console}/api/${name}`

  it.each(['health', 'ready', 'ready?read', 'metrics'])(
    '/api/%s answers a program on this machine',
    async (name) => {
      expect((await get(at(name))).status).toBe(200)
    },
  )

  it.each([
    ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['through a proxy that says so otherwise', { forwarded: 'for=203.0.113.9' }],
    ['through a proxy that only names itself', { via: '1.1 proxy' }],
    ['by a name that points here', { host: 'rebound.example' }],
  ])('%s: metrics are refused, and readiness gives no reasons', async (_how, headers) => {
    // `fetch` overrides the host header.
    const asked = await server().inject({ url: '/api/metrics', headers })
    expect(asked.statusCode).toBe(403)
    expect(asked.json()).toMatchObject({ errKey: 'FORBIDDEN' })
    const ready = await server().inject({ url: '/api/ready', headers })
    expect(ready.json()).toEqual({ status: 'ready' })
  })

  it("is alive but not ready while the files folder can't be written, and says why to this machine only", async () => {
    const incoming = path.join(server().folder, 'files', 'incoming')
    expireAnswer()
    rmSync(incoming, { recursive: true })
    writeFileSync(incoming, 'no folder')
    const here = await get(at('ready'))
    expect(here.status).toBe(503)
    expect(here.headers.get('retry-after')).toBe('5')
    expect(JSON.parse(here.text)).toMatchObject({
      status: 'not ready',
      failures: { database: null, changes: null, clock: null, writes: null, files: 'ENOTDIR', disk: null },
    })
    const elsewhere = await get(at('ready'), { 'x-forwarded-for': '203.0.113.9' })
    expect(JSON.parse(elsewhere.text)).toEqual({ status: 'not ready' })
    expect((await get(at('ready?read'))).status).toBe(200)
    expect((await get(at('health'))).status).toBe(200)
  })

  it('is not ready on a full disk, but can still be read from', async () => {
    expireAnswer()
    const { settings, disk } = server().services
    settings.DISK_RESERVE_MB = 1e9
    await disk.look()
    expect(JSON.parse((await get(at('ready'))).text).failures.disk).toBe('The disk is full')
    expect((await get(at('ready?read'))).status).toBe(200)
    settings.DISK_RESERVE_MB = 0
    await disk.look()
  })

  it('is alive but not ready, not even for reading, when the database is down', async () => {
    expireAnswer()
    await server().services.database.destroy()
    expect((await get(at('ready'))).status).toBe(503)
    expect((await get(at('ready?read'))).status).toBe(503)
    expect((await get(at('health'))).status).toBe(200)
  })
})

describe('with METRICS_TOKEN', () => {
  const server = useServer({ METRICS_TOKEN: TOKEN })
  const metrics = (headers: Record<string, string> = {}) =>
    get(`${server().origins.console}/api/metrics`, headers)
  let admin: Caller & { organizationId: string }
  beforeAll(async () => {
    admin = await server().organization()
  })

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-of-16' }],
    ['the token as another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('%s: 403, from this machine too', async (_what, headers) => {
    expect((await metrics(headers)).status).toBe(403)
  })

  it("a person's token grants no access", async () => {
    const { token } = await server().signIn()
    expect((await metrics({ authorization: `Bearer ${token}` })).status).toBe(403)
  })

  it('returns the numbers that dashboards and alerts need, in the format of Prometheus', async () => {
    await server().signIn()
    const screen = await TestScreen.claim(server(), admin)
    await screen.open()
    await server().services.jobs.look()
    await admin.call('GET', '/nothing-here')
    const { status, text, headers } = await metrics({
      authorization: `Bearer ${TOKEN}`,
      'x-forwarded-for': '203.0.113.9',
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
    for (const line of [
      /^vitrine_http_request_duration_seconds_count\{method="POST",route="\/api\/auth\/login",status="200"\} [1-9]/m,
      /^vitrine_streams_open\{kind="screen"\} 1$/m,
      /^vitrine_screens\{connection="never"\} 1$/m,
      /^vitrine_screens_content\{state="never"\} 1$/m,
      /^vitrine_licenses\{status="valid"\} \d/m,
      /^vitrine_license_seats\{kind="used"\} \d/m,
      /^vitrine_disk_free_bytes\{holds="[a-z ]+"\} \d{6,}/m,
      /^vitrine_storage_full\{part="database"\} 0$/m,
      /^vitrine_job_failed\{job="collect-files"\} 0$/m,
      /^vitrine_job_age_seconds\{job="collect-files"\} \d/m,
      /^vitrine_uploads_unfinished 0$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes \d/m,
    ])
      expect(text).toMatch(line)
    // The certificate's is absent without one, and `up` is Prometheus' own.
    const shipped = ['alerts.yml', 'grafana-dashboard.json'].map((name) =>
      readFileSync(new URL(name, MONITORING), 'utf8'),
    )
    const selectors = shipped
      .join()
      .replaceAll('\\"', '"')
      .match(/\b(?:vitrine|process)_[a-z_]+(?:\{[^}]*\}|(?=[<>=\s)[]))/g)
    expect(selectors?.length).toBeGreaterThan(25)
    // Of a server that has not failed yet: an alert on an increase needs the number before the first failure.
    const absent = [...new Set(selectors)].filter((selector) => !series(text).some(matches(selector)))
    expect(absent.sort()).toEqual([
      'vitrine_certificate_expires_seconds',
      'vitrine_http_request_duration_seconds_count{status=~"5.."}',
    ])
    if (process.env.TEST_DATABASE_URL)
      expect(text).toMatch(/^vitrine_database_connections\{state="idle"\} \d/m)
    // URLs contain ids and tokens, so only route patterns are counted.
    expect(text).not.toContain('nothing-here')
    screen.hangUp()
  })
})

type Labels = Record<string, string>
const LABEL = /(\w+)(=~|!=|=)"([^"]*)"/g
const labelsOf = (text: string) =>
  [...text.matchAll(LABEL)].map(([, name = '', how = '', value = '']) => ({ name, how, value }))

/** The series in Prometheus' text format. */
const series = (text: string): { name: string; labels: Labels }[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = ''] = /^([a-z_]+)(?:\{(.*)\})? /.exec(line) ?? []
    return name
      ? [{ name, labels: Object.fromEntries(labelsOf(labels).map((each) => [each.name, each.value])) }]
      : []
  })

/** Whether a series is one that a query selects; Prometheus adds the label `job`. */
const matches = (selector: string) => {
  const [name] = selector.split('{')
  const wanted = labelsOf(selector).filter((label) => label.name !== 'job')
  return (one: { name: string; labels: Labels }) =>
    one.name === name &&
    wanted.every((label) => {
      const value = one.labels[label.name] ?? ''
      if (label.how === '=~') return new RegExp(`^(?:${label.value})$`).test(value)
      return (value === label.value) === (label.how === '=')
    })
}
