import { people } from '@vitrine/contract/api/people'
import { type Call, createClient, pathOf } from '@vitrine/contract/client'
import type { AnswerOf, ArgsOf, Route } from '@vitrine/contract/route'
import { type Progress, send, sendUpload } from './server/transport.ts'
import { inViewedOrganization, viewedOrganization } from './session/view-as.ts'

/** Every call of the API, typed: `api.buildings.create({ body })`. Throws `ApiError`. */
export const api = createClient(people, (call: Call) => send(inViewedOrganization(call)))
/** The same client, but for all organizations. */
export const apiOfAll = createClient(people, send)

/** Maximum bytes of a request: proxies often refuse more. Larger files are uploaded in parts. */
export const MAX_REQUEST = 32 * 2 ** 20

/**
 * A multipart call with progress: `upload(api.media.upload.route, {}, form, { onProgress, signal })`. `key` is an
 * idempotency key.
 */
export function upload<R extends Route>(
  route: R,
  args: ArgsOf<R>,
  form: FormData,
  {
    onProgress = () => {},
    signal,
    key,
  }: { onProgress?: (progress: Progress) => void; signal?: AbortSignal; key?: string } = {},
): Promise<AnswerOf<R>> {
  const bytes = [...form.values()].reduce((sum, each) => sum + (typeof each === 'string' ? 0 : each.size), 0)
  if (bytes > MAX_REQUEST) throw new Error('Larger files are uploaded in parts')
  const organization = viewedOrganization()
  if (organization && !form.has('organizationId')) form.set('organizationId', organization.id)
  const call = {
    method: route.method,
    path: pathOf(route, args as Parameters<typeof pathOf>[1]),
    body: form,
    route,
    signal,
    key,
  }
  return sendUpload(call, onProgress) as Promise<AnswerOf<R>>
}

/** Downloads a file: `download(api.media.download.route, { params: { id } })`. */
export async function download<R extends Route & { response: 'file' }>(
  route: R,
  args: ArgsOf<R>,
): Promise<Blob> {
  const path = pathOf(route, args as Parameters<typeof pathOf>[1])
  return (await send(inViewedOrganization({ method: route.method, path, route }))) as Blob
}
