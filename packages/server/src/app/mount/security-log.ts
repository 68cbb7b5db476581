import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'

/** Refusals that may be an attack: wrong passwords and codes, missing permissions, too many attempts. */
const SUSPICIOUS: readonly string[] = [
  'LOGIN_FAILED',
  'CODE_WRONG',
  'PASSKEY_WRONG',
  'INVALID_CODE',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
]
/** Body fields that describe the change and contain no secrets. */
const LOGGED = ['role', 'permissions', 'origins', 'newKey', 'targets', 'endsAt'] as const

interface Call {
  params: unknown
  body: unknown
  outcome: unknown
}

/** Logs a security-relevant change: who did what to whom, by ids, without secrets. */
export function logEvent(log: Log, event: string, request: FastifyRequest, call: Call): void {
  const body = (call.body ?? {}) as Record<string, unknown>
  const logged = Object.fromEntries(
    LOGGED.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )
  const password = typeof body.password === 'string' && body.password !== ''
  log.info(
    {
      event,
      ...actorOf(request, call.outcome),
      target: targetOf(call),
      ...logged,
      ...(password && event !== 'login' && { passwordSet: true }),
    },
    'security',
  )
}

export function logRefusal(log: Log, event: string, request: FastifyRequest, error: unknown): void {
  if (!(error instanceof AppError) || !SUSPICIOUS.includes(error.errKey)) return
  const { email } = (request.body ?? {}) as { email?: unknown }
  log.warn(
    {
      event: `${event}.refused`,
      reason: error.errKey,
      ...actorOf(request, undefined),
      // People type passwords into the email field; equal hashes still reveal repeated attempts.
      ...(typeof email === 'string' && { account: shortHash(email.trim().toLowerCase()) }),
    },
    'security',
  )
}

function actorOf({ id, ip, caller }: FastifyRequest, outcome: unknown) {
  const { profile } = (outcome ?? {}) as { profile?: { id?: unknown; organizationId?: unknown } }
  const actor = caller && 'userId' in caller ? caller.userId : profile?.id
  return { id, ip, actor, org: caller?.organizationId ?? profile?.organizationId }
}

/** The id in the path, or of the created item. */
function targetOf({ params, outcome }: Call): unknown {
  const { id } = (params ?? {}) as { id?: unknown }
  if (id !== undefined) return id
  const made = Object.values((outcome ?? {}) as Record<string, unknown>).find(
    (value) => typeof value === 'object' && value !== null && 'id' in value,
  )
  return (made as { id?: unknown } | undefined)?.id
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
