import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { ZodError } from 'zod'
import { mount } from '#app/mount.ts'
import { constraintError } from '#db/constraints.ts'
import type { Mounted, Services } from '#features/handler.ts'
import { AppError } from '#lib/errors.ts'
import { redactUrl } from '#lib/log.ts'

/** JSON bodies are documents of at most a few hundred widgets; files come as multipart. Bytes. */
const BODY_LIMIT = 8 * 1024 * 1024

export type TlsOptions = { key: Buffer; cert: Buffer } | null

/** A bare web server with what all three origins share: errors, timeouts, headers, log. */
export function createServer(
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  tls: TlsOptions = null,
): FastifyInstance {
  const options = {
    loggerInstance: log,
    // Whoever else sends X-Forwarded-For is not believed.
    trustProxy: settings.TRUSTED_PROXIES.length > 0 && settings.TRUSTED_PROXIES,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Slow-header attackers are let go in seconds; uploads and streams have no total limit of their own here.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    ...(tls && { https: tls }),
  }
  const app: FastifyInstance = Fastify(options as FastifyServerOptions)
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw new AppError('INVALID', 'The address is not valid')
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Referrer-Policy', 'no-referrer')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.setErrorHandler(async (error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = error instanceof AppError ? error : (constraintError(error) ?? requestError(error))
    if (known?.retryAfter !== undefined) reply.header('Retry-After', known.retryAfter)
    if (known) return reply.code(known.status).send(known.body)
    const what = error instanceof ZodError ? 'an answer does not fit its schema' : 'a request failed'
    request.log.error({ err: error, url: redactUrl(request.url), requestId: request.id }, what)
    const internal = new AppError('INTERNAL', `Something went wrong here (${request.id})`)
    return reply.code(internal.status).send(internal.body)
  })
  // An empty body with a JSON content type is no body: DELETE calls of browsers come so.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text as string, refuseHostile))
    } catch {
      done(new AppError('INVALID', 'The body is not JSON'))
    }
  })
  return app
}

/** A key that would reach an object's prototype, or a NUL that no database stores, makes the body no JSON of ours. */
function refuseHostile(key: string, value: unknown): unknown {
  if (key === '__proto__' || (typeof value === 'string' && value.includes('\0')))
    throw new SyntaxError('hostile')
  return value
}

/** What the web framework itself refuses, in our words. */
function requestError(error: Error & { statusCode?: number; code?: string }): AppError | undefined {
  if (error.statusCode === 413) return new AppError('TOO_LARGE', 'This is larger than the server takes')
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA', 'The body must be JSON')
  if (error.statusCode && error.statusCode < 500) return new AppError('INVALID', 'The request is not valid')
  return undefined
}

/** Mounts features under `/api`, with the error answers that belong to it. */
export async function mountApi(
  app: FastifyInstance,
  services: Services,
  features: readonly Mounted[],
): Promise<void> {
  await app.register(
    async (api) => {
      if (services.settings.CORS_ORIGINS.length)
        await api.register(cors, { origin: services.settings.CORS_ORIGINS, credentials: false, maxAge: 600 })
      await api.register(multipart, {
        limits: {
          files: 60,
          fileSize: services.settings.MAX_UPLOAD_MB * 1024 * 1024,
          fields: 20,
          fieldSize: 10_000,
        },
        throwFileSizeLimit: false,
      })
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
      })
      api.get('/health', async () => ({ status: 'ok' }))
      for (const each of features) mount(api, services, each)
      api.setNotFoundHandler(async (_request, reply) => {
        const missing = new AppError('NOT_FOUND', 'There is no such call')
        return reply.code(missing.status).send(missing.body)
      })
    },
    { prefix: '/api' },
  )
}
