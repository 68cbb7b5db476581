// Steps after the commit.
import { Readable } from 'node:stream'
import { addressKey } from '#lib/http/address-key.ts'
import { UnsentResponses } from '#lib/http/unsent-responses.ts'
import type { Call } from './call.ts'
import { logEvent } from './security-log.ts'
import { isDryRun, newsOfCall } from './work.ts'

export function logSecurityEvent({ endpoint, request, params, body, outcome }: Call): void {
  if (endpoint.event) logEvent(endpoint.services.log, endpoint.event, request, { params, body, outcome })
}

/** Notifies screens of changes that affect them, and consoles of the kind of item that changed. */
export async function publishChanges(call: Call): Promise<void> {
  const { publisher } = call.endpoint.services
  if (call.changes.length) await publisher.publish(call.changes)
  if (!isDryRun(call)) publisher.notify(newsOfCall(call))
}

/** Runs the handler's deferred work, such as files and email. */
export async function runAfterCommit({ afterCommit }: Call): Promise<void> {
  for (const work of afterCommit) await work()
}

/** On a full disk, deletes the files of a deletion immediately. */
export function collectFreedFiles({ endpoint: { route, services } }: Call): void {
  if (route.method === 'DELETE' && services.disk.isShort('files')) services.disk.onShort(true)
}

/** Of all servers of this process, whose memory they share. */
const unsent = new UnsentResponses()

export function send(call: Call): unknown {
  const { endpoint, reply, answer } = call
  const { route } = endpoint
  if (reply.sent || typeof route.response === 'string') return reply
  reply.code(route.status ?? 200).type('application/json; charset=utf-8')
  if (answer instanceof Readable) return reply.send(answer)
  const bytes = typeof answer === 'string' ? answer.length : lengthOf(answer)
  unsent.add(() => ownerOf(call), reply.raw, bytes)
  if (typeof answer === 'string') return reply.send(answer)
  reply.header('content-length', bytes)
  return reply.send(Readable.from(answer))
}

/** For an answer in parts: call the result with the bytes in memory that aren't sent. */
export const holdPieces = (call: Call) => unsent.addStream(ownerOf(call), call.reply.raw)

const ownerOf = ({ caller: { session, device }, request }: Call) =>
  session?.userId ?? device?.deviceId ?? addressKey(request.ip)

const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((bytes, piece) => bytes + piece.length, 0)
