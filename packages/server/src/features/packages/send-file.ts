import { INDEX_FILE, packageKey, packageType } from '@vitrine/contract/document/package-files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '#blobs/blob-store.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { notFound } from '#lib/errors.ts'
import type { PackageFiles } from '#publishing/packages.ts'

/** Nothing that a sign needs, and much that its visitors would mind. */
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

/** Answers one file of a package. `headers` say what the page may do where it is shown. */
export function sendPackageFile(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: BlobStore,
  files: PackageFiles,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const key = packageKey(path === '' || path.endsWith('/') ? `${path}${INDEX_FILE}` : path)
  const file = files.get(key)
  if (!file) throw notFound('This package has no such file')
  // Our own worker serves packages; one of a package's own would get hold of the others.
  if (request.headers['service-worker'] !== undefined) throw notFound('Packages have no service workers')
  return sendBlob(request, reply, blobs, {
    sha256: file.sha256,
    mimetype: packageType(key),
    headers: { 'permissions-policy': NO_POWERS, ...headers },
  })
}
