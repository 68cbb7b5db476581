import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { playerIn } from '@vitrine/contract/player/updates'
import type { FastifyInstance } from 'fastify'

const YEAR = 31_536_000

interface BuiltApp {
  folder: string
  /** Files of all apps, such as fonts. */
  shared: string
  /** Content security policy, given the origins that may frame the app. */
  policy: (framedBy: readonly string[]) => string
  /** Origins from which an organization allows kiosks; absent if no other site may frame the app. */
  kioskOrigins?: (organizationId: string) => Promise<readonly string[]>
}

/** Serves a built web app: hashed files are cached forever, everything else is revalidated. */
export async function serveApp(
  app: FastifyInstance,
  { folder, shared, policy, kioskOrigins }: BuiltApp,
): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(async (scope) => {
    if (kioskOrigins) allowKioskFrames(scope, policy, kioskOrigins)
    await scope.register(fastifyStatic, {
      root: existsSync(shared) ? [folder, shared] : folder,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        const hashed = /\/(?:assets|fonts)\//.test(file)
        reply.header('Cache-Control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
        if (!file.endsWith('.html')) return
        reply.header('Content-Security-Policy', policy(framersOf(file)))
        // Where browsers support it, a page on a neighboring origin that the player frames gets its own process.
        reply.header('Origin-Agent-Cluster', '?1')
      },
    })
  })
}

/**
 * `/?kiosk={organizationId}` may be framed by that organization's allowed origins. Only at this URL, so that no
 * response reveals one organization's origins to another, and uncached, because the headers would be outdated.
 */
function allowKioskFrames(
  app: FastifyInstance,
  policy: BuiltApp['policy'],
  kioskOrigins: NonNullable<BuiltApp['kioskOrigins']>,
): void {
  const organizationOf = (query: unknown) => {
    const { kiosk } = (query ?? {}) as { kiosk?: unknown }
    return typeof kiosk === 'string' && kiosk.length <= 64 ? kiosk : undefined
  }
  app.addHook('onRequest', async ({ query, raw }) => {
    if (!organizationOf(query)) return
    delete raw.headers['if-none-match']
    delete raw.headers['if-modified-since']
  })
  app.addHook('onSend', async ({ query }, reply) => {
    const organizationId = organizationOf(query)
    if (!organizationId || !/^text\/html\b/.test(String(reply.getHeader('content-type')))) return
    reply.header('Content-Security-Policy', policy(await kioskOrigins(organizationId)))
    reply.header('Cache-Control', 'no-store')
  })
}

/** The build id of the player in a folder; undefined if none is built. */
export function builtPlayer(folder: string): string | undefined {
  const page = path.join(folder, 'index.html')
  return existsSync(page) ? playerIn(readFileSync(page, 'utf8')) : undefined
}

const write = (rules: Record<string, string>): string =>
  Object.entries(rules)
    .map(([directive, sources]) => `${directive} ${sources.trim()}`)
    .join('; ')

const COMMON = {
  'default-src': "'self'",
  'script-src': "'self'",
  // The component library and the widgets set inline styles, which carry no data.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  // Own fonts are media.
  'font-src': "'self' blob: data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

/** The console connects to its own origin and to the API in its config.json, and frames previews of packages only. */
export function consolePolicy(folder: string): BuiltApp['policy'] {
  const api = configuredApi(path.join(folder, 'config.json'))
  return (framedBy) =>
    write({
      ...COMMON,
      'img-src': `${COMMON['img-src']} ${api}`,
      'media-src': `${COMMON['media-src']} ${api}`,
      'font-src': `${COMMON['font-src']} ${api}`,
      'connect-src': `'self' blob: ${api}`,
      'frame-src': `'self' blob: ${api}`,
      'frame-ancestors': ["'self'", ...framedBy].join(' '),
    })
}

/** The origin of an API on another server; empty for our own. */
function configuredApi(file: string): string {
  if (!existsSync(file)) return ''
  const { apiBase } = JSON.parse(readFileSync(file, 'utf8')) as { apiBase?: unknown }
  return typeof apiBase === 'string' && URL.canParse(apiBase) ? new URL(apiBase).origin : ''
}

/**
 * This page may be framed: the player of another address loads it before its screen moves here; it shows and stores
 * nothing.
 */
const framersOf = (file: string): string[] => (path.basename(file) === 'meet.html' ? ['http:', 'https:'] : [])

/** The player frames packages and linked pages, each on its own origin. Its start page contains a script. */
export function playerPolicy(folder: string): BuiltApp['policy'] {
  const scripts = inlineScripts(path.join(folder, 'index.html'))
  return (framedBy) =>
    write({
      ...COMMON,
      'script-src': `${COMMON['script-src']} ${scripts}`,
      // The player probes whether sites of local networks respond; it can't read responses of other origins.
      'connect-src': "'self' blob: http: https:",
      'worker-src': "'self'",
      'frame-src': 'http: https:',
      // Not even itself: a framed site could navigate back to the player.
      'frame-ancestors': framedBy.join(' ') || "'none'",
    })
}

/** The hashes of a page's own scripts, the only inline ones that the browser may run. */
function inlineScripts(page: string): string {
  if (!existsSync(page)) return ''
  const [, ...scripts] = readFileSync(page, 'utf8').split('<script>')
  return scripts
    .map((rest) => rest.slice(0, rest.indexOf('</script>')))
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')
}
