import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
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
    .map(([directive, sources]) => `${directive} ${sources.trim()}`)
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

/** The console talks to its own origin and to the API of its config.json, and frames previews of packages only. */
export function consolePolicy(folder: string): string {
  const api = configuredApi(path.join(folder, 'config.json'))
  return policy({
    ...COMMON,
    'img-src': `${COMMON['img-src']} ${api}`,
    'media-src': `${COMMON['media-src']} ${api}`,
    'connect-src': `'self' blob: ${api}`,
    'frame-src': `'self' blob: ${api}`,
    'frame-ancestors': "'self'",
  })
}

/** The origin of an API elsewhere; empty for our own. */
function configuredApi(file: string): string {
  if (!existsSync(file)) return ''
  const { apiBase } = JSON.parse(readFileSync(file, 'utf8')) as { apiBase?: unknown }
  return typeof apiBase === 'string' && URL.canParse(apiBase) ? new URL(apiBase).origin : ''
}

/** The player frames packages and the pages that links open, each an origin of its own. */
export const playerPolicy = (): string =>
  policy({
    ...COMMON,
    'connect-src': "'self' blob:",
    'worker-src': "'self'",
    'frame-src': 'http: https:',
    'frame-ancestors': "'self'",
  })
