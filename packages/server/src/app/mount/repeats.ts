import { createHash } from 'node:crypto'
import type { Route } from '@vitrine/contract/route'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Session } from '#base/handler.ts'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { AppError, invalid } from '#lib/errors.ts'

/** Milliseconds to keep a response: longer than any client retries. */
const KEEP_RESPONSES = 24 * 60 * 60_000
/**
 * Bytes of an organization’s responses; beyond it, the oldest are deleted. They count towards no other limit, and each may hold a
 * whole page. A row counts as `ROW_BYTES` more.
 */
export const RESPONSES_BYTES_MAX = 32 * 2 ** 20
const ROW_BYTES = 2000
/** Summing up reads all rows of the organization, so it is done about once for so many bytes. */
const SUM_EVERY_BYTES = 2 ** 20

export interface Repeat {
  id: string
  organizationId: string
  fingerprint: string
}

/**
 * Identifies repeated calls by the header `Idempotency-Key` on a person's POST: two calls with the same key do the work
 * once and get the same response. Undefined without the header; throws INVALID.
 */
export function repeatOf(
  route: Route,
  { headers, url, body }: Pick<FastifyRequest, 'headers' | 'url' | 'body'>,
  session: Session | undefined,
): Repeat | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || !session || route.method !== 'POST') return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid({ 'Idempotency-Key': 'invalid' })
  // Files aren't read twice for a comparison; their length reveals most mistakes.
  const sent = route.upload ? headers['content-length'] : JSON.stringify(body)
  return {
    id: digest(`${session.userId}\n${key}`),
    organizationId: session.organizationId,
    fingerprint: digest(`${url}\n${sent}`),
  }
}

/** The response of the first call, once it is done. Throws KEY_REUSED if that was a different request. */
export async function earlierResponse(db: Db, { id, fingerprint }: Repeat): Promise<string | undefined> {
  const row = await db
    .selectFrom('given_answers')
    .select(['fingerprint', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.fingerprint !== fingerprint)
    throw new AppError('KEY_REUSED', 'This idempotency key was already used for another request')
  // Its transaction has ended without keeping it, because it had a secret.
  if (row.answer === '')
    throw new AppError(
      'KEY_REUSED',
      'This was already done, and its response had a secret that is shown once',
    )
  return row.answer
}

/**
 * Claims the key for the transaction `tx`, waiting for a concurrent one. Returns the response of the other, or
 * undefined if the caller has to do the work and then call `keepResponse` in the same transaction. A refusal rolls back
 * the claim.
 */
export async function claimResponse(tx: Db, repeat: Repeat, now: number): Promise<string | undefined> {
  const claimed = await tx
    .insertInto('given_answers')
    .values({ ...repeat, answer: '', createdAt: now })
    .onConflict((there) => there.column('id').doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows ? undefined : earlierResponse(tx, repeat)
}

export async function keepResponse(
  tx: Db,
  { id, organizationId }: Pick<Repeat, 'id' | 'organizationId'>,
  answer: string,
): Promise<void> {
  await tx.updateTable('given_answers').set({ answer }).where('id', '=', id).execute()
  const bytes = Buffer.byteLength(answer) + ROW_BYTES
  if (Math.random() * SUM_EVERY_BYTES < bytes) await forgetBeyond(tx, organizationId)
}

async function forgetBeyond(tx: Db, organizationId: string): Promise<void> {
  const sums = tx
    .selectFrom('given_answers')
    .select('id')
    .select(
      sql<number>`sum(octet_length(answer) + ${sql.lit(ROW_BYTES)}) over (order by "createdAt" desc, id desc)`.as(
        'bytes',
      ),
    )
    .where('organizationId', '=', organizationId)
  await tx
    .deleteFrom('given_answers')
    .where('id', 'in', (responses) =>
      responses
        .selectFrom('given_answers')
        .select('id')
        .where(
          'id',
          'in',
          responses.selectFrom(sums.as('sums')).select('id').where('bytes', '>', RESPONSES_BYTES_MAX),
        )
        // Another call may be forgetting the same ones.
        .$if(isPostgres(tx), (rows) => rows.forUpdate().skipLocked()),
    )
    .execute()
}

/** Returns the number of deleted responses. */
export async function forgetResponses(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('given_answers')
    .where('createdAt', '<', now - KEEP_RESPONSES)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
