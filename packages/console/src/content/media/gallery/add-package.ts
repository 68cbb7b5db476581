import type { Media } from '@vitrine/contract/api/content/media'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { api, upload } from '#lib/api.ts'
import { loadFile } from '#lib/server/transport.ts'

/** The product's packages, as folders of `packages/console/gallery`; `source`: the data they show. */
export const PACKAGES = [
  { id: 'menu', source: 'csv' },
  { id: 'agenda', source: 'ical' },
  { id: 'departures', source: 'gtfs' },
  { id: 'social-wall', source: 'feed' },
  { id: 'table', source: 'any' },
  { id: 'clocks', source: undefined },
  { id: 'hours', source: undefined },
  { id: 'countdown', source: undefined },
  { id: 'qr-code', source: undefined },
] as const
export type PackageId = (typeof PACKAGES)[number]['id']

/** The URL of a package's zip or picture. */
export const galleryFile = (id: PackageId, ending: 'zip' | 'jpg'): string =>
  new URL(`gallery/${id}.${ending}`, document.baseURI).href

/** Uploads a package with its picture, like any other zip. */
export async function addPackage(id: PackageId, name: string, folderId: string | null): Promise<Media> {
  const [zip, picture] = await Promise.all([
    loadFile(galleryFile(id, 'zip')),
    loadFile(galleryFile(id, 'jpg')),
  ])
  const form = new FormData()
  form.append('folderId', folderId ?? '')
  form.append('thumbnail', picture, 'thumbnail.jpg')
  form.append('media', new File([zip], name, { type: PACKAGE_TYPE }))
  const { media } = await upload(api.media.upload.route, {}, form)
  const [added] = media
  if (!added) throw new Error('Nothing came back')
  return added
}
