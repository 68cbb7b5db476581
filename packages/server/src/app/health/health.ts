import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearer } from '#app/mount/session.ts'
import type { Services } from '#features/handler.ts'
import { AppError } from '#lib/errors.ts'
import type { Metrics } from './metrics.ts'
import type { ReadinessProbe } from './readiness.ts'

const RETRY_SECONDS = 5

/**
 * For monitoring. `/health`: the process answers. `/ready`: it can save; `/ready?read`: it can read, also on a full
 * disk. `/metrics`: numbers for Prometheus. Numbers and reasons are only for programs on this machine, or with
 * METRICS_TOKEN.
 */
export function serveHealth(
  api: FastifyInstance,
  { readiness, metrics, services }: { readiness: ReadinessProbe; metrics: Metrics; services: Services },
): void {
  const { METRICS_TOKEN } = services.settings
  api.get('/health', async () => ({ status: 'ok' }))
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

/** With a token set, it alone counts. Without one, a call has to come from this machine, and not through a proxy on it. */
function mayWatch(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isEqual(bearer(request) ?? '', token)
  const { headers, socket, hostname } = request
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name])
  // A page in a browser on this machine may have made its own name point here.
  return !isForwarded && isLoopback(socket.remoteAddress ?? '') && isLoopback(hostname)
}

const isLoopback = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$|^::ffff:/g, '')
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isEqual = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
