import { contentOrigin, packages } from '@vitrine/contract/api/content/packages'
import { packageAddress } from '@vitrine/contract/document/package-files'
import { readValues } from '@vitrine/contract/fields/values'
import type { FastifyReply } from 'fastify'
import { type Context, feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { shown } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'
import type { Tokens } from '#lib/security/tokens.ts'
import { findVersion } from '#playback/packages.ts'
import { previewKey, versionOfKey } from './preview-key.ts'
import { addVersion, formOf, getPackage, makeVersion, type Package, packageEntries } from './queries.ts'
import { type PackageFiles, sendPackageFile } from './send-file.ts'

type Params = { params: { organizationId: string; id: string } }
type Surroundings = { query: { locale?: string } }
type Named = Pick<Context, 'db'> & Params

/** The package in the path; the organization in the path must be its own. */
async function named({ db, params }: Named): Promise<Package> {
  const found = await getPackage(shown(db), params.id)
  if (found.organizationId !== params.organizationId) throw notFound('Package not found')
  return found
}

/** Drops the caller's token, so that the page can't read it from its own URL. */
async function toSigned(
  tokens: Tokens,
  { clock, reply, query, ...rest }: Pick<Context, 'clock' | 'reply'> & Named & Surroundings,
  path: string,
): Promise<FastifyReply> {
  const { hash } = await named(rest)
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const address = `${signedPath(previewKey(tokens, hash, clock.now()))}${encoded}`
  return reply.redirect(query.locale ? packageAddress(address, { locale: query.locale }) : address)
}

/** Path below the origin. */
const signedPath = (key: string) => `/api/package-preview/${key}/`

async function part(context: Named, read: (found: Package) => unknown): Promise<unknown> {
  const value = read(await named(context))
  if (value === null) throw notFound('This package has no such file')
  return value
}

type Needs = PackageFiles & Pick<Platform, 'tokens' | 'settings' | 'origins'>

export const packagesFeature = feature(packages, (services: Needs) => ({
  page: (context) => toSigned(services.tokens, context, ''),
  schema: (context) => part(context, ({ schema }) => schema),
  model: (context) => part(context, ({ model }) => model),
  widgets: (context) => part(context, ({ widgets }) => widgets),
  entry: (context) => toSigned(services.tokens, context, context.params['*']),
  draft: prepare(
    async ({ db, tenantDb, params, body }) => {
      const found = await named({ db, params })
      const fields = formOf(found)
      const bound = tenantDb(found.organizationId)
      const entries = await packageEntries(bound, found.id)
      return {
        found,
        version: await makeVersion(bound, services.blobs, entries, fields, readValues(fields, body.model)),
      }
    },
    async ({ tenantDb, clock }, { found, version }) => {
      await addVersion(tenantDb(found.organizationId), found, version, clock.now())
      return { url: signedPath(previewKey(services.tokens, version.hash, clock.now())).replace(/^\/api/, '') }
    },
  ),
  file: async ({ params, request, reply, db, clock }) => {
    const { tokens, settings, origins } = services
    const hash = versionOfKey(tokens, params.key, clock.now())
    const version = hash && (await findVersion(db, hash))
    if (!version) throw notFound('This preview has expired')
    return sendPackageFile(request, reply, services, version, params['*'], {
      // An opaque origin: the page can't access our storage or sessions.
      'content-security-policy': `sandbox allow-scripts; frame-ancestors 'self' ${[origins.console, ...settings.CORS_ORIGINS].join(' ')}`,
      // An opaque origin is foreign to its own files: modules, fonts and data wouldn't load.
      'access-control-allow-origin': '*',
    })
  },
}))

type Origin = Pick<Platform, 'settings' | 'origins'>

export const contentOriginFeature = feature(contentOrigin, ({ settings, origins }: Origin) => ({
  get: async ({ request }) => {
    const content = new URL(origins.content)
    // The host name that the screen used also resolves for the other port.
    if (!settings.CONTENT_URL) content.hostname = request.hostname
    return { url: content.origin }
  },
}))
