import compress from '@fastify/compress'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import { TUS_BODY } from '@vitrine/contract/route'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { ZodError } from 'zod'
import { serveHealth } from '#app/health/health.ts'
import type { Metrics } from '#app/health/metrics.ts'
import type { ReadinessProbe } from '#app/health/readiness.ts'
import { newRequestId, RequestLog } from '#app/http/request-log.ts'
import { Unreadable } from '#app/http/unreadable.ts'
import { mount } from '#app/mount.ts'
import type { Services } from '#app/services.ts'
import type { Mounted } from '#base/handler.ts'
import { databaseError } from '#db/refusals.ts'
import { AppError } from '#lib/errors.ts'
import type { TlsOptions } from '#lib/http/certificate.ts'
import { CLOSED, UNFRAMED } from '#lib/http/closed-policy.ts'
import { JsonRefusal, KEYS_MAX, VALUES_MAX } from '#lib/http/plain-json.ts'
import { redactUrl } from '#lib/log.ts'
import { redirectPlain } from './plain-redirect.ts'

const IDLE_MS = 300_000

/** Requests without a host header are refused with our own error; see unreadable.ts. */
const LINES = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false }

/** Browser features that none of our pages use, uploaded packages included. */
const UNUSED_DEVICES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi']
  .map((device) => `${device}=()`)
  .join(', ')
/** Seconds. */
const YEAR = 31_536_000

/** CORS: what a console on another origin may send beyond the defaults, and read of a response. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const READ_ELSEWHERE = [
  ...['Location', 'Upload-Offset', 'Upload-Length', 'Upload-Expires', 'Tus-Resumable', 'Tus-Version'],
  ...['Content-Disposition', 'ETag', 'Retry-After', 'X-Request-Id'],
]

/**
 * Answers and tables of more than a kilobyte are compressed, at most once each: files have ranges and are compressed by
 * their kind, streams are sent event by event, and public routes answer with secrets beside what a stranger sent. No route
 * uses cookies, so no other page can make a browser ask for a person's data and compare lengths.
 */
const COMPRESSION = {
  globalDecompression: false,
  encodings: ['gzip' as const],
  // A list of 3,000 screens, 1.5 MB: 318 kB after 20 ms at level 2, 301 kB after 99 ms at the usual 6, in another thread.
  zlibOptions: { level: 2 },
  threshold: 1024,
  customTypes: /^(?:application\/json|text\/csv)\b/,
}

/** A bare web server with everything the three origins share: errors, timeouts, headers, log. */
export function createServer(
  { log, settings, bodies }: Pick<Services, 'log' | 'settings' | 'bodies'>,
  metrics: Metrics,
  tls: TlsOptions | null = null,
): FastifyInstance {
  const requests = new RequestLog(log, metrics)
  const unreadable = new Unreadable()
  const options = {
    loggerInstance: log,
    // Only trusted proxies may send X-Forwarded-For.
    trustProxy: settings.TRUSTED_PROXIES.length > 0 && settings.TRUSTED_PROXIES,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // No logger per request: each would be a copy that most requests never use.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    // Slow headers time out in seconds. Uploads and streams have no total time limit here, but a connection without any
    // traffic is closed (streams send heartbeats).
    requestTimeout: 0,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 72_000,
    ...(tls ? { https: { ...LINES, ...tls } } : { http: LINES }),
    clientErrorHandler: unreadable.refuse,
    return503OnClosing: false,
    // A malformed URL matches no route, so none of the hooks below run.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      requests.follow(request, reply)
      reply.headers({
        'X-Request-Id': request.id,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': CLOSED,
      })
      return reply.code(400).send(new AppError('INVALID', 'Invalid URL').body)
    },
  }
  const app: FastifyInstance = Fastify(options as FastifyServerOptions)
  if (tls) redirectPlain(app)
  // Declared upfront, or setting it would change the shape of each request.
  app.decorateRequest('caller')
  app.decorateRequest('call')
  unreadable.follow(app)
  // These hooks run for every call: the callback forms create no promises.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    requests.follow(request, reply)
    done(request.url.includes('%00') ? new AppError('INVALID', 'Invalid URL') : undefined)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Redirects show nothing, and a frame may be led by one to a page that it may show.
    const isRedirect = reply.statusCode >= 300 && reply.statusCode < 400
    if (!isRedirect && !reply.hasHeader('Content-Security-Policy'))
      reply.header('Content-Security-Policy', /^\/+api(\/|\?|$)/.test(request.url) ? CLOSED : UNFRAMED)
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Referrer-Policy', 'no-referrer')
    reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    // Packages set a stricter policy.
    if (!reply.hasHeader('Permissions-Policy')) reply.header('Permissions-Policy', UNUSED_DEVICES)
    if (tls) reply.header('Strict-Transport-Security', `max-age=${YEAR}`)
    done(null, payload)
  })
  app.setErrorHandler(async (error: Error & { statusCode?: number; code?: string }, request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const known =
      error instanceof AppError ? error : (databaseError(error, request.method) ?? requestError(error))
    if (known?.retryAfter !== undefined) reply.header('Retry-After', known.retryAfter)
    if (known?.cause)
      request.log.error({ err: known.cause, requestId: request.id }, 'The file storage failed')
    if (known) return reply.code(known.status).send(known.bodyWith(request.routeOptions.config.labels))
    const what = error instanceof ZodError ? 'a response does not match its schema' : 'a request failed'
    request.log.error({ err: error, url: redactUrl(request.url), requestId: request.id }, what)
    const internal = new AppError('INTERNAL', `Something went wrong on the server (${request.id})`)
    return reply.code(internal.status).send(internal.body)
  })
  bodies.serve(app)
  return app
}

const JSON_REFUSALS = {
  syntax: "The body isn't valid JSON",
  depth: 'The body is nested too deeply',
  content: "The body contains keys or values that aren't allowed",
} as const
const TOO_MANY_VALUES = `The body has more than ${VALUES_MAX} values, or ${KEYS_MAX} in one object`

/** Converts errors of the web framework to ours. */
function requestError(error: Error & { statusCode?: number; code?: string }): AppError | undefined {
  if (error instanceof JsonRefusal)
    return error.reason === 'count'
      ? new AppError('TOO_LARGE', TOO_MANY_VALUES)
      : new AppError('INVALID', JSON_REFUSALS[error.reason])
  if (error.statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large')
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA', 'The body must be JSON')
  if (error.statusCode && error.statusCode < 500) return new AppError('INVALID', 'Invalid request')
  return undefined
}

/** Mounts features under `/api`. */
export async function mountApi(
  app: FastifyInstance,
  services: Services,
  features: readonly Mounted[],
  watched: { readiness: ReadinessProbe; metrics: Metrics },
): Promise<void> {
  await app.register(
    async (api) => {
      if (services.settings.CORS_ORIGINS.length)
        await api.register(cors, {
          origin: services.settings.CORS_ORIGINS,
          credentials: false,
          maxAge: 600,
          methods: METHODS,
          exposedHeaders: READ_ELSEWHERE,
        })
      await api.register(compress, COMPRESSION)
      await api.register(multipart, {
        limits: {
          files: 60,
          fileSize: services.settings.MAX_UPLOAD_MB * 1024 * 1024,
          fields: 20,
          fieldSize: 10_000,
          fieldNameSize: 100,
          headerPairs: 20,
        },
        throwFileSizeLimit: false,
      })
      // The handler reads the parts of a resumable upload from the raw request.
      api.addContentTypeParser(TUS_BODY, (_request, _payload, done) => done(null))
      api.addHook('onSend', (_request, reply, payload, done) => {
        if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
        done(null, payload)
      })
      serveHealth(api, { ...watched, services })
      for (const each of features) mount(api, services, each)
    },
    { prefix: '/api' },
  )
}
