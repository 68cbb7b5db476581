import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearer } from '#app/mount/session.ts'
import type { Services } from '#app/services.ts'
import { AppError } from '#lib/errors.ts'
import type { Metrics } from './metrics.ts'
import type { ReadinessProbe } from './readiness.ts'

const RETRY_SECONDS = 5

/** Milliseconds between the two events of `/health/stream`. */
export const STREAM_GAP_MS = 1000

async function* twoEvents() {
  yield ': first\n\n'
  await setTimeout(STREAM_GAP_MS)
  yield ': second\n\n'
}

/**
 * Monitoring endpoints. `/health`: the process responds. `/health/stream`: two events a second apart, to test
 * proxies. `/ready`: it can write; `/ready?read`: it can read, even on a
 * full disk. `/metrics`: numbers for Prometheus. Only programs on this machine, or with METRICS_TOKEN, get numbers and
 * reasons.
 */
export function serveHealth(
  api: FastifyInstance,
  { readiness, metrics, services }: { readiness: ReadinessProbe; metrics: Metrics; services: Services },
): void {
  const { METRICS_TOKEN } = services.settings
  api.get('/health', async () => ({ status: 'ok' }))
  api.get('/health/stream', async (_request, reply) =>
    reply
      .type('text/event-stream')
      .header('Cache-Control', 'no-cache')
      .header('X-Accel-Buffering', 'no')
      .send(Readable.from(twoEvents())),
  )
  api.get('/ready', async (request, reply) => {
    const { database, changes, clock, ...rest } = await readiness.check()
    const isForReading = (request.query as Record<string, unknown>).read !== undefined
    const failures = isForReading ? { database, changes, clock } : { database, changes, clock, ...rest }
    const isReady = Object.values(failures).every((why) => why === null)
    if (!isReady) reply.code(503).header('Retry-After', RETRY_SECONDS)
    const status = isReady ? 'ready' : 'not ready'
    return mayWatch(request, METRICS_TOKEN) ? { status, failures } : { status }
  })
  api.get('/metrics', async (request, reply) => {
    if (!mayWatch(request, METRICS_TOKEN))
      throw new AppError('FORBIDDEN', 'Metrics are only available from this machine or with METRICS_TOKEN')
    reply.type(metrics.contentType)
    return metrics.text(services)
  })
}

/** Requires METRICS_TOKEN if it is set, else a direct call from this machine, not through a proxy. */
function mayWatch(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isEqual(bearer(request) ?? '', token)
  const { headers, socket, hostname } = request
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name])
  // DNS rebinding: a web page in a browser on this machine may resolve its own host name to 127.0.0.1.
  return !isForwarded && isLoopback(socket.remoteAddress ?? '') && isLoopback(hostname)
}

const isLoopback = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$|^::ffff:/g, '')
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isEqual = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
