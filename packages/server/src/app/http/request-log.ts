import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '#app/health/metrics.ts'
import { type Log, redactUrl, withoutRedaction } from '#lib/log.ts'

/** Unique per process and start, so that an id identifies one request in the logs of many servers and days. */
const START = randomBytes(4).toString('hex')
let count = 0

export const newRequestId = (): string => `${START}-${(count++).toString(36)}`

/**
 * Logs one line per request when it ends, for whatever reason. It has the route's pattern instead of the URL, because
 * URLs contain tokens and names. An event stream, which stays open for hours, also logs a line when it opens.
 */
export class RequestLog {
  readonly #log: Log
  readonly #plain: Log

  readonly #metrics: Metrics

  constructor(log: Log, metrics: Metrics) {
    this.#metrics = metrics
    this.#log = log
    this.#plain = withoutRedaction(log)
  }

  follow(request: FastifyRequest, reply: FastifyReply): void {
    const began = performance.now()
    reply.raw.on('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const ms = performance.now() - began
      const { method, routeOptions } = request
      if (!routeOptions.config.isStream)
        this.#metrics.observe(method, routeOptions.url ?? 'none', statusCode, ms / 1000)
      if (!this.#log.isLevelEnabled('info')) return
      this.#plain.info(
        {
          ...factsOf(request),
          status: statusCode,
          ms: Math.round(ms),
          ...(!writableFinished && { cut: true }),
        },
        'request',
      )
    })
    if (this.#log.isLevelEnabled('debug'))
      this.#log.debug({ id: request.id, url: redactUrl(request.url) }, 'request address')
  }
}

export const logOpened = (log: Log, request: FastifyRequest): void =>
  log.info(factsOf(request), 'stream opened')

function factsOf({ id, method, routeOptions: { url }, caller }: FastifyRequest) {
  const facts = { id, method, route: url ?? 'none' }
  if (!caller) return facts
  const org = caller.organizationId
  return 'userId' in caller
    ? { ...facts, org, user: caller.userId }
    : { ...facts, org, device: caller.deviceId }
}
