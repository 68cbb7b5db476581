import { contract } from '@vitrine/contract'
import { createClient } from '@vitrine/contract/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A picture in an answer. Larger ones are left out: agents pay for what they read. */
const PICTURE_BYTES = 1_000_000

/** A call of the API that was refused. */
export class RefusedCall extends Error {}

/**
 * Calls the API in process with the key of an agent's request, so everything that holds for a key's calls holds for its
 * tools: rights, organization, budgets, limits, and the audit log.
 */
export function callerOf(app: FastifyInstance, request: FastifyRequest) {
  const inject = (method: string, path: string, body?: unknown) =>
    app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      remoteAddress: request.ip,
      headers: {
        host: request.host,
        authorization: request.headers.authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  const api = createClient(contract, async ({ method, path, body }) => {
    const response = await inject(method, path, body)
    if (response.statusCode < 400) return response.json()
    const { message } = response.json() as { message?: string }
    throw new RefusedCall(message ?? `The call failed with status ${response.statusCode}`)
  })
  /** The file of a path as a part of an answer; undefined if there is none, or it is too large or no picture. */
  const picture = async (path: string) => {
    const { statusCode, headers, rawPayload } = await inject('GET', path)
    const mimeType = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    const isPicture = statusCode === 200 && /^image\/(?:png|jpeg|webp)$/.test(mimeType)
    if (!isPicture || rawPayload.length > PICTURE_BYTES) return undefined
    return { type: 'image' as const, data: rawPayload.toString('base64'), mimeType }
  }
  return { api, picture }
}
export type AgentCaller = ReturnType<typeof callerOf>
