import { text } from 'node:stream/consumers'
import {
  INDEX_FILE,
  MISSING_PAGE_HTML,
  MODEL_FILE,
  packageKey,
  packageType,
} from '@vitrine/contract/document/package-files'
import { fillModel, SCREEN_KEY } from '@vitrine/contract/document/screen-values'
import { sourceFile, sourceOfPath } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '#blobs/blob-store.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { loadSource } from '#db/sources.ts'
import { notFound } from '#lib/errors.ts'
import type { FoundVersion } from '#playback/packages.ts'

/** Browser features that signage doesn't need and visitors would mind. */
const NO_POWERS = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((power) => `${power}=()`)
  .join(', ')

export interface PackageFiles {
  blobs: BlobStore
  database: Db
}

/**
 * Sends one file of a package, or the rows of a data source that its values reference (`data/<name>.json`). `headers`
 * restrict the page where it is shown. `database` is unbound: the version determines the organization.
 */
export async function sendPackageFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs, database }: PackageFiles,
  version: FoundVersion,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const key = packageKey(path === '' || path.endsWith('/') ? `${path}${INDEX_FILE}` : path)
  const file = version.files.get(key)
  const source = file ? undefined : sourceOfPath(key)
  if (source !== undefined && version.sources.includes(searchKey(source))) {
    const data = await loadSource(scoped(database, version.organizationId), source)
    if (!data) throw notFound('There is no such data source')
    reply.headers({ ...headers, 'content-type': packageType(key), 'cache-control': 'no-store' })
    return reply.send(sourceFile(source, data))
  }
  if (!file) {
    // Browsers only send `sec-fetch-dest` on secure pages.
    if (!request.headers.accept?.includes('text/html')) throw notFound('This package has no such file')
    return reply
      .code(404)
      .headers(headers)
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(MISSING_PAGE_HTML)
  }
  // Our own worker serves packages; a package's worker would control all others.
  if (request.headers['service-worker'] !== undefined) throw notFound('Packages have no service workers')
  if (key === MODEL_FILE && version.sources.includes(SCREEN_KEY)) {
    // No screen is known here: the page gets what screens without values show, never the references.
    const model: unknown = JSON.parse(await text(await blobs.read(file.sha256)))
    reply.headers({ ...headers, 'content-type': packageType(key), 'cache-control': 'no-store' })
    return reply.send(JSON.stringify(fillModel(model, () => undefined)))
  }
  return sendBlob(request, reply, blobs, {
    sha256: file.sha256,
    mimetype: packageType(key),
    headers: { 'permissions-policy': NO_POWERS, ...headers },
  })
}
