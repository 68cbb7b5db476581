import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FRAMED_BY, packageType } from '@vitrine/contract/document/package-files'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#app/services.ts'
import { sendPackageFile } from '#content/packages/send-file.ts'
import { notFound } from '#lib/errors.ts'
import { originAsCalled } from '#lib/http/local-addresses.ts'
import { PackageVersions } from '#playback/packages.ts'

/**
 * Erases the storage of packages. Its script deletes cookies: `Clear-Site-Data` would also clear those of the site's
 * other hosts.
 */
const FORGET = 'forget.html'
const CLEARED = '"cache", "storage"'

/** The only script that may become a service worker of this origin. */
const WORKER = '/worker.js'

/**
 * The origin of packages as screens show them: their files by version hash, and our own worker with its page, which
 * serves them without the server. It has no secrets and no sessions.
 * @param folder where the player's build puts the worker and its page; may be missing
 */
export function serveContent(app: FastifyInstance, services: Services, folder: string): void {
  const versions = new PackageVersions(services.database)
  const { settings, origins } = services
  const framedBy = ({ hostname }: FastifyRequest) => {
    const player = originAsCalled(origins.player, settings.PLAYER_URL, hostname)
    // A Host header may contain quotes and semicolons.
    const isPlain = /^[\w.:/[\]-]+$/.test(player)
    return ['frame-ancestors', isPlain ? player : "'none'"].concat(settings.FORMER_PLAYER_URLS).join(' ')
  }

  // A service worker of an uploaded page would control all other packages.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['service-worker'] === undefined || request.url.split('?')[0] === WORKER) return
    return reply.code(403).type('text/plain').send('Not a service worker')
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found'))

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { hash, '*': file = '' } = request.params as { hash: string; '*'?: string }
    const version = /^[0-9a-f]{64}$/.test(hash) ? await versions.find(hash) : undefined
    if (!version) throw notFound('Package not found')
    return sendPackageFile(request, reply, services, version, file, {
      // The frame's sandbox, also if the page is opened directly. It keeps its own origin, because an opaque one gets
      // no service worker.
      'content-security-policy': `sandbox allow-scripts allow-same-origin; ${framedBy(request)}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    })
  }
  app.get('/p/:hash', send)
  app.get('/p/:hash/*', send)

  for (const [name, content] of ownFiles(folder))
    app.get(`/${name}`, (request, reply) =>
      reply
        .headers({
          'cache-control': name === FORGET ? 'no-store' : 'no-cache',
          ...(name === FORGET && { 'clear-site-data': CLEARED }),
          'content-type': packageType(name),
          'content-security-policy': `default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; ${framedBy(request)}`,
          'origin-agent-cluster': '?1',
        })
        .send(`/${name}` === WORKER ? content.toString().replace(FRAMED_BY, framedBy(request)) : content),
    )
}

const ownFiles = (folder: string): [string, Buffer][] => {
  try {
    return readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))])
  } catch {
    return []
  }
}
