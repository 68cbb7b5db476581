import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { AppError } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'
import { FairPlaces } from '#lib/work/fair-queue.ts'

/**
 * Milliseconds: of calls that users and screens wait for, of background work, and after a failure, in which calls fail
 * immediately instead of waiting for a server that is away. A server that works ends a slow query itself; without an
 * answer `grace` later, it doesn't.
 */
const LIMITS = { answer: 15_000, work: 600_000, grace: 5000, pause: 5000 }
const SETTINGS = {
  // A day's plays are all in that day's partition.
  do_not_merge_across_partitions_select_final: 1,
  output_format_json_quote_64bit_integers: 0,
  // A period of two years has a hundred partitions.
  max_partitions_per_insert_block: '1000',
  // A failure after the first rows is a failure, not a short response.
  wait_end_of_query: 1,
} as const
/**
 * Codes of errors that every query gets, as if ClickHouse were away: an unknown database or user, a wrong or missing
 * password, or no rights.
 */
const REFUSES_ALL = new Set(['81', '192', '193', '194', '497', '516'])
const CONNECTIONS = 16
/** Reads for users, of which each organization has some: the other connections are for screens and background work. */
const READS = 12
const READS_EACH = 4
/** Reads that may wait, in all and per organization; more are refused. */
const READS_WAITING = 1000
const READS_WAITING_EACH = 100

/** ClickHouse refuses longer parameters than 128 KB. */
const NUMBERS_PER_PARAMETER = 10_000

type Time = 'answer' | 'work'
type Client = ReturnType<typeof createClient>
export type Parameters = Record<string, number | string | readonly number[]>

/** The condition that a column has one of the numbers, which it adds to the parameters. */
export function anyOfNumbers(
  column: string,
  numbers: readonly number[],
  parameters: Record<string, Parameters[string]>,
): string {
  const parts: string[] = []
  for (let at = 0; at === 0 || at < numbers.length; at += NUMBERS_PER_PARAMETER) {
    const name = `n${Object.keys(parameters).length}`
    parameters[name] = numbers.slice(at, at + NUMBERS_PER_PARAMETER)
    parts.push(`${column} in {${name}:Array(UInt32)}`)
  }
  return `(${parts.join(' or ')})`
}

interface Options {
  url: string
  log: Log
  limits?: Limits
}

export type Limits = typeof LIMITS

/**
 * Calls to ClickHouse, each with a time limit. A failed one is an AppError with the cause for the log: screens repeat
 * what they report, which counts once.
 */
export class Clickhouse {
  readonly #client: Client
  readonly #log: Log
  readonly #limits: Limits
  #failure: { until: number; cause: unknown } | undefined
  readonly #reads = new FairPlaces({
    places: READS,
    runningEach: READS_EACH,
    waitingEach: READS_WAITING_EACH,
    waiting: READS_WAITING,
    refusal: () => unavailable(new Error('Too many reads are waiting')),
  })

  /** Throws if the URL has a parameter that the client doesn't know. */
  constructor({ url, log, limits = LIMITS }: Options) {
    this.#log = log
    this.#limits = limits
    this.#client = createClient({
      url,
      application: 'vitrine',
      request_timeout: limits.work + limits.grace,
      max_open_connections: CONNECTIONS,
      use_multipart_params_auto: true,
      // Failures are logged here, once.
      log: { level: ClickHouseLogLevel.OFF },
    })
  }

  /** `time`: `work` for background work. */
  rows<Row extends readonly unknown[]>(
    query: string,
    parameters: Parameters = {},
    time: Time = 'answer',
  ): Promise<Row[]> {
    return this.#call(time, async (limit) => {
      const result = await this.#client.query({
        query,
        format: 'JSONCompactEachRow',
        query_params: parameters,
        ...limit,
      })
      const rows: Row[] = []
      // Parses while receiving, in pieces: a large response doesn't block the main thread.
      for await (const some of result.stream<Row>()) for (const row of some) rows.push(row.json())
      return rows
    })
  }

  /** Rows for a user: organizations take turns, so the slow reports of one delay neither others nor screens. */
  async read<Row extends readonly unknown[]>(
    organization: string,
    query: string,
    parameters: Parameters,
  ): Promise<Row[]> {
    this.assertAvailable()
    const release = await this.#reads.take(organization)
    try {
      return await this.rows<Row>(query, parameters)
    } finally {
      release()
    }
  }

  /** Without settings and in the oldest format, which an old server knows. */
  version(): Promise<string> {
    return this.#call('answer', async ({ abort_signal }) => {
      const query = 'select version()'
      const result = await this.#client.query({ query, format: 'TabSeparated', abort_signal })
      return (await result.text()).trim()
    })
  }

  insert(table: string, columns: readonly [string, ...string[]], rows: readonly number[][]): Promise<void> {
    return this.#call('answer', async (limit) => {
      await this.#client.insert({
        table,
        columns: [...columns] as [string, ...string[]],
        values: rows,
        format: 'JSONCompactEachRow',
        ...limit,
      })
    })
  }

  command(query: string, parameters: Parameters = {}, time: Time = 'answer'): Promise<void> {
    return this.#call(time, async (limit) => {
      await this.#client.command({ query, query_params: parameters, ...limit })
    })
  }

  /** Whether the last call found it away. */
  get isAway(): boolean {
    return this.#failure !== undefined
  }

  /** Throws while calls would fail immediately. */
  assertAvailable(): void {
    if (this.#failure && performance.now() < this.#failure.until) throw unavailable(this.#failure.cause)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #call<T>(
    time: Time,
    work: (limit: {
      abort_signal: AbortSignal
      clickhouse_settings: typeof SETTINGS & { max_execution_time: number }
    }) => Promise<T>,
  ): Promise<T> {
    this.assertAvailable()
    const milliseconds = this.#limits[time]
    try {
      const result = await work({
        abort_signal: AbortSignal.timeout(milliseconds + this.#limits.grace),
        clickhouse_settings: { ...SETTINGS, max_execution_time: milliseconds / 1000 },
      })
      if (this.#failure) this.#log.info('ClickHouse is available again')
      this.#failure = undefined
      return result
    } catch (cause) {
      // A refused query says nothing about the next one.
      if (cause instanceof ClickHouseError && !REFUSES_ALL.has(cause.code))
        this.#log.error({ err: cause }, 'ClickHouse refused a query')
      else {
        if (!this.#failure) this.#log.error({ err: cause }, "ClickHouse isn't available")
        this.#failure = { until: performance.now() + this.#limits.pause, cause }
      }
      throw unavailable(cause)
    }
  }
}

export function unavailable(cause: unknown): AppError {
  const error = new AppError(
    'UNAVAILABLE',
    "Proof of play isn't available right now: ClickHouse doesn't respond or refuses the query. Try again in a moment; the server's log has the reason.",
    undefined,
    LIMITS.pause / 1000,
  )
  error.cause = cause
  return error
}
