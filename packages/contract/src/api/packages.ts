import { z } from 'zod'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { MODEL_FILE, modelMediumPath, SCHEMA_FILE, WIDGETS_FILE } from '#document/package-files.ts'
import type { AttachmentEntry, Fields } from '#fields/field.ts'
import type { Values } from '#fields/values.ts'
import { route } from '#route.ts'
import { Id } from './entity.ts'

/** What a model needs to know of a medium that it names. */
export interface ModelMedium {
  name: string
  mimetype: string
}

/**
 * The model as a package's page reads it: the saved values, each chosen medium with `url` (relative to the page), `name`
 * and `mimetype` beside its id. Media that are not there are left out.
 */
export function modelForPage(
  fields: Fields,
  values: Values,
  find: (mediaId: string) => ModelMedium | undefined,
): Values {
  const known = (entries: unknown) =>
    (entries as readonly AttachmentEntry[]).flatMap((entry) => {
      const medium = find(entry.mediaId)
      const url = medium && modelMediumPath(entry.mediaId, medium)
      return medium && url ? [{ ...entry, url, name: medium.name, mimetype: medium.mimetype }] : []
    })
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name]
      if (field.type === 'attachment' || field.type === 'media-zone') return [name, known(value)]
      if (field.type === 'group')
        return [name, (value as readonly Values[]).map((item) => modelForPage(field.item, item, find))]
      return [name, value]
    }),
  )
}

/** `widgets.json`: parts of the page with the fields that belong to each; the form shows them so. */
export const PackageParts = z.array(
  z.object({ name: z.string().min(1).max(200), fields: z.array(z.string().max(64)).max(100) }),
)
export type PackageParts = z.infer<typeof PackageParts>

/** Values of a package's form; which ones there are says its `schema.json`. */
export const Model = z.record(z.string().max(64), z.unknown())

const PreviewParams = z.object({ organizationId: Id, id: Id })
const json = (file: string) => `/media/preview/:organizationId/:id/${file}` as const
const read = { read: 'media', file: true } as const
const REDIRECT = { 302: 'The signed address' }

export const packages = {
  page: route({
    method: 'GET',
    path: '/media/preview/:organizationId/:id',
    summary: 'Get the page of a package: redirects to its signed URL, which its files share',
    who: read,
    params: PreviewParams,
    response: 'file',
    also: REDIRECT,
  }),
  schema: route({
    method: 'GET',
    path: json(SCHEMA_FILE),
    summary: 'Get the form of a package; 404 if it has none',
    who: read,
    params: PreviewParams,
    response: z.unknown(),
  }),
  model: route({
    method: 'GET',
    path: json(MODEL_FILE),
    summary: 'Get the saved values of a package; 404 if it has none',
    who: read,
    params: PreviewParams,
    response: z.unknown(),
  }),
  widgets: route({
    method: 'GET',
    path: json(WIDGETS_FILE),
    summary: 'Get the parts of a package; 404 if it has none',
    who: read,
    params: PreviewParams,
    response: z.unknown(),
  }),
  entry: route({
    method: 'GET',
    path: '/media/preview/:organizationId/:id/*',
    summary: 'Get a file of a package: redirects to its signed URL',
    who: read,
    params: PreviewParams.extend({ '*': z.string() }),
    response: 'file',
    also: REDIRECT,
  }),
  draft: route({
    method: 'POST',
    path: '/media/preview/:organizationId/:id',
    summary: 'Try out values: returns the signed URL of the page with these values (an addition)',
    who: { write: 'media' },
    params: PreviewParams,
    body: z.object({ model: Model }),
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: z.object({ url: z.string() }),
    budget: 'previews',
  }),
  file: route({
    method: 'GET',
    path: '/package-preview/:key/*',
    aliases: ['/package-preview/:key'],
    summary: 'Get a file of one version of a package; the key is signed and expires (an addition)',
    who: 'public',
    params: z.object({ key: z.string().max(200), '*': z.string().default('') }),
    response: 'file',
  }),
}

/** For screens: where packages are. */
export const contentOrigin = {
  get: route({
    method: 'GET',
    path: '/player/content-origin',
    summary: 'Get the origin that serves packages to this screen',
    who: 'public',
    response: z.object({ url: z.string() }),
  }),
}
