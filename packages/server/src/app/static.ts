import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 31_536_000

/** Serves a built web app: hashed files for ever, everything else asked for anew each time. */
export async function serveApp(app: FastifyInstance, folder: string, csp: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const hashed = file.includes('/assets/')
      reply.header('Cache-Control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      if (file.endsWith('.html')) reply.header('Content-Security-Policy', csp)
    },
  })
}

const policy = (rules: Record<string, string>): string =>
  Object.entries(rules)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

const COMMON = {
  'default-src': "'self'",
  'script-src': "'self'",
  // The component library and the widgets set styles from script; these carry no data.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'font-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

/** The console talks to its own origin and to the configured API, and frames previews of packages only. */
export const consolePolicy = (): string =>
  policy({
    ...COMMON,
    'connect-src': "'self' blob:",
    'frame-src': "'self' blob:",
    'frame-ancestors': "'self'",
  })

/** The player frames packages of the content origin and may itself be framed by nobody but a supervisor of its own. */
export const playerPolicy = (contentUrl: string): string =>
  policy({
    ...COMMON,
    'connect-src': "'self' blob:",
    'worker-src': "'self'",
    'frame-src': `'self' ${contentUrl}`,
    'frame-ancestors': "'self'",
  })
