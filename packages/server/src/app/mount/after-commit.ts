// Steps after the commit.
import { Readable } from 'node:stream'
import type { Call } from './call.ts'
import { logEvent } from './security-log.ts'
import { newsOfCall } from './work.ts'

export function logSecurityEvent({ endpoint, request, params, body, outcome }: Call): void {
  if (endpoint.event) logEvent(endpoint.services.log, endpoint.event, request, { params, body, outcome })
}

/** Notifies screens of changes that affect them, and consoles of the kind of item that changed. */
export async function publishChanges(call: Call): Promise<void> {
  const { publisher } = call.endpoint.services
  if (call.changes.length) await publisher.publish(call.changes)
  publisher.tell(newsOfCall(call))
}

/** Runs the handler's deferred work, such as files and email. */
export async function runAfterCommit({ afterCommit }: Call): Promise<void> {
  for (const work of afterCommit) await work()
}

/** On a full disk, deletes the files of a deletion immediately. */
export function collectFreedFiles({ endpoint: { route, services } }: Call): void {
  if (route.method === 'DELETE' && services.disk.isShort('files')) services.disk.onShort(true)
}

export function send({ endpoint, reply, answer }: Call): unknown {
  const { route } = endpoint
  if (reply.sent || typeof route.response === 'string') return reply
  reply.code(route.status ?? 200).type('application/json; charset=utf-8')
  if (typeof answer === 'string') return reply.send(answer)
  reply.header(
    'content-length',
    answer.reduce((bytes, piece) => bytes + piece.length, 0),
  )
  return reply.send(Readable.from(answer))
}
