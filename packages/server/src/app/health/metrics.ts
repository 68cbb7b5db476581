import { WARNINGS } from '@vitrine/contract/api/operations/system'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '#app/services.ts'
import { poolOf } from '#db/database.ts'
import type { OutboxTable } from '#db/tables/accounts.ts'
import { COMMIT } from '#lib/commit.ts'
import { connectionAt } from '#screens/status/queries.ts'
import { licenseSeats, licensesByStatus, screensByState } from './installation-counts.ts'

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const CHANNELS = ['mail', 'sms', 'webhook'] as const satisfies OutboxTable['channel'][]
const STATUSES = ['waiting', 'sent', 'failed', 'kept'] as const satisfies OutboxTable['status'][]

/** Counts requests from the start; reads everything else on demand. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  #isComplete = false

  constructor() {
    this.#requests = new Histogram({
      name: 'vitrine_http_request_duration_seconds',
      help: 'Requests by route; event streams are in vitrine_streams_open',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [this.#registry],
    })
    // An alert on an increase misses what was counted before the first number that Prometheus reads.
    this.#requests.zero({ method: 'POST', route: '/api/auth/login', status: '401' })
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status }, seconds)
  }

  /** In Prometheus' text format. */
  async text(services: Services): Promise<string> {
    // Watching the garbage collector costs time, so it starts with the first request for metrics.
    if (!this.#isComplete) addGauges(this.#registry, services)
    this.#isComplete = true
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}

type Values<L extends string> = Iterable<readonly [Record<L, string>, number]>

function addGauges(register: Registry, services: Services): void {
  const { publisher, watchers, database, disk, clock, time, settings } = services
  collectDefaultMetrics({ register })
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Values<L> | Promise<Values<L>>,
  ) => {
    let failure = ''
    new Gauge({
      name: `vitrine_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [register],
      async collect() {
        this.reset()
        const values = await (async () => read())().then(
          (found) => {
            failure = ''
            return found
          },
          (error: Error) => {
            // Once: while the database is down, every number that comes from it fails at each reading.
            if (failure !== error.message)
              services.log.warn({ err: error, metric: name }, "Can't read a metric")
            failure = error.message
            return []
          },
        )
        for (const [labels, value] of values) this.set(labels as never, value)
      },
    })
  }

  gauge('info', 'Always 1; the labels say what runs', ['version', 'commit', 'database', 'node'], () => [
    [
      {
        version: PRODUCT_VERSION,
        commit: COMMIT,
        database: settings.DATABASE_URL ? 'postgresql' : 'sqlite',
        node: process.versions.node,
      },
      1,
    ],
  ])
  gauge(
    'warning',
    '1 while the server needs attention, by cause; see /api/system/warnings',
    ['kind'],
    async () => {
      const current = new Set((await services.warnings.current()).map(({ kind }) => kind))
      return WARNINGS.map((kind) => [{ kind }, Number(current.has(kind))])
    },
  )
  gauge('outbox_messages', 'Messages of the last 30 days', ['channel', 'status'], async () => {
    const rows = await database
      .selectFrom('outbox')
      .select(({ fn }) => ['channel', 'status', fn.countAll<number>().as('count')])
      .groupBy(['channel', 'status'])
      .execute()
    const counts = new Map(rows.map(({ channel, status, count }) => [`${channel} ${status}`, Number(count)]))
    return CHANNELS.flatMap((channel) =>
      STATUSES.map((status) => [{ channel, status }, counts.get(`${channel} ${status}`) ?? 0] as const),
    )
  })
  if (services.certificate)
    gauge('certificate_expires_seconds', 'Seconds until the certificate in use expires', [], () => [
      [{}, ((services.certificate?.endsAt ?? 0) - clock.now()) / 1000],
    ])
  gauge('streams_open', 'Open event streams', ['kind'], () => [
    [{ kind: 'screen' }, publisher.streams.size],
    [{ kind: 'console' }, watchers.size],
  ])
  gauge('screens', 'Screens by connection', ['connection'], async () => {
    const { rows } = await sql<{ connection: string; count: number }>`
      select ${connectionAt(clock.now())} as connection, count(*) as count
      from devices left join device_states on device_states.id = devices.id group by 1`.execute(database)
    const counts = new Map(rows.map(({ connection, count }) => [connection, Number(count)]))
    return ['online', 'late', 'offline', 'never'].map(
      (connection) => [{ connection }, counts.get(connection) ?? 0] as const,
    )
  })
  gauge('screens_content', 'Screens by what they show; some are in several states', ['state'], () =>
    screensByState(database, clock.now()),
  )
  gauge('licenses', 'Licenses by status; those that end within 30 days are expiring', ['status'], () =>
    licensesByStatus(database, clock.now()),
  )
  gauge('license_seats', 'Seats of valid licenses, and seats in use', ['kind'], () =>
    licenseSeats(database, clock.now()),
  )
  gauge(
    'clock_offset_seconds',
    "Offset of this machine's clock from the shared database's, which is used",
    [],
    () => [[{}, time.offset() / 1000]],
  )
  gauge('disk_free_bytes', 'Free bytes, without the reserve', ['holds'], () =>
    disk.disks.map(({ holds, free }) => [{ holds: holds.join(' ') }, free]),
  )
  gauge('disk_size_bytes', 'Size of the disk in bytes', ['holds'], () =>
    disk.disks.map(({ holds, total }) => [{ holds: holds.join(' ') }, total]),
  )
  gauge('storage_full', '1 while saves are refused because a disk is full', ['part'], () =>
    (['database', 'files'] as const).map((part) => [{ part }, Number(disk.isShort(part))]),
  )
  gauge('uploads_unfinished', 'Unfinished resumable uploads', [], async () => {
    const { count } = await database
      .selectFrom('uploads')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [[{}, Number(count)]]
  })
  const jobs = () => database.selectFrom('jobs').selectAll().execute()
  gauge('job_failed', '1 if the last run of a job failed', ['job'], async () =>
    (await jobs()).map(({ id, error }) => [{ job: id }, Number(error !== null)]),
  )
  gauge('job_age_seconds', 'Seconds since a job last succeeded', ['job'], async () =>
    (await jobs()).flatMap(({ id, succeededAt }) =>
      succeededAt === null ? [] : [[{ job: id }, (clock.now() - succeededAt) / 1000] as const],
    ),
  )
  gauge('backup_age_seconds', 'Seconds since the last successful backup', [], async () =>
    (await jobs()).flatMap(({ id, succeededAt }) =>
      id === 'backup' && succeededAt !== null ? [[{}, (clock.now() - succeededAt) / 1000] as const] : [],
    ),
  )
  const pool = poolOf(database)
  if (pool)
    gauge('database_connections', 'PostgreSQL connections, and calls waiting for one', ['state'], () => [
      [{ state: 'busy' }, pool.totalCount - pool.idleCount],
      [{ state: 'idle' }, pool.idleCount],
      [{ state: 'waiting' }, pool.waitingCount],
    ])
}
