import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { MODEL_FILE, SCHEMA_FILE, WIDGETS_FILE } from '#document/package-files.ts'
import { CALLS } from '#player/calls.ts'
import { route } from '#route.ts'

/** `widgets.json`: groups the fields of the package's form by part of the page. */
export const PackageParts = z.array(
  z.object({ name: z.string().min(1).max(200), fields: z.array(z.string().max(64)).max(100) }),
)
export type PackageParts = z.infer<typeof PackageParts>

/** Values of a package's form; its `schema.json` defines the fields. */
export const Model = z.record(z.string().max(64), z.unknown())

const PreviewParams = z.object({ organizationId: Id, id: Id })
const json = (file: string) => `/media/preview/:organizationId/:id/${file}` as const
const read = { read: 'media', file: true } as const
/** Query parameters that the signed address keeps. */
const Surroundings = z.object({ locale: z.string().max(60).optional() })
const REDIRECT = { 302: 'The signed address' }

export const packages = {
  page: route({
    method: 'GET',
    path: '/media/preview/:organizationId/:id',
    summary: 'Get the page of a package: redirects to its signed URL',
    who: read,
    params: PreviewParams,
    query: Surroundings,
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
    summary: 'Get the form sections of a package; 404 if it has none',
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
    query: Surroundings,
    response: 'file',
    also: REDIRECT,
  }),
  draft: route({
    method: 'POST',
    path: '/media/preview/:organizationId/:id',
    summary: 'Preview values without saving them: returns a signed URL (an addition)',
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

/** Tells screens the origin of packages. */
export const contentOrigin = {
  get: route({
    ...CALLS.contentOrigin.get,
    summary: 'Get the origin that serves packages to this screen',
    who: 'public',
    response: z.object({ url: z.string() }),
  }),
}
