import type { BulkAnswer, BulkRefusal } from '@vitrine/contract/api/base/bulk'
import type { BodyOf, ParamsOf, Route } from '@vitrine/contract/route'
import type { Change } from '#base/change.ts'
import { inSavepoint } from '#db/database.ts'
import { databaseError } from '#db/refusals.ts'
import { AppError, forbidden, notFound } from '#lib/errors.ts'
import type { Context } from './handler.ts'
import { reached } from './references/reached.ts'

type Work = () => void | Promise<void>

/**
 * Applies an operation to several items inside the call's transaction: to each completely or not at all, in the order
 * of their ids, so that two such calls don't deadlock. Throws NOT_FOUND if none exists.
 */
export async function forEachItem<R extends Route, C extends Context<R>>(
  context: C & { body: { ids: readonly string[] } },
  work: (context: C, id: string) => Promise<unknown>,
): Promise<BulkAnswer> {
  const done: string[] = []
  const refused: BulkRefusal[] = []
  for (const id of [...new Set(context.body.ids)].sort()) {
    const changes: Change[] = []
    const later: Work[] = []
    const own = {
      ...context,
      changed: (...more: Change[]) => void changes.push(...more),
      afterCommit: (more: Work) => void later.push(more),
    }
    try {
      await inSavepoint(context.db, () => work(own, id))
      done.push(id)
      context.changed(...changes)
      for (const one of later) context.afterCommit(one)
    } catch (error) {
      refused.push(await refusalOf(context, id, error))
    }
  }
  if (done.length === 0 && refused.every(({ errKey }) => errKey === 'NOT_FOUND')) throw notFound()
  return { done, refused }
}

/** Handler of a bulk deletion, which runs the single deletion for each item. */
export const removeEach =
  <R extends Route>(remove: (context: Context<R>) => Promise<unknown>) =>
  <Many extends Route>(context: Context<Many>): Promise<BulkAnswer> =>
    forEachItem(context as Context<Many> & { body: { ids: readonly string[] } }, (own, id) =>
      remove({
        ...(own as unknown as Context<R>),
        params: { id } as ParamsOf<R>,
        body: undefined as BodyOf<R>,
      }),
    )

/** Rethrows errors that don't concern the item alone: a busy server, a full disk, a bug. */
async function refusalOf(
  { db, sees }: Pick<Context, 'db' | 'sees'>,
  id: string,
  error: unknown,
): Promise<BulkRefusal> {
  const thrown = error instanceof AppError ? error : databaseError(error, 'DELETE')
  if (!thrown || thrown.status >= 500 || thrown.status === 429) throw error
  const refusal = thrown.errKey === 'NOT_FOUND' && (await sees(id)) ? forbidden() : thrown
  const { errKey, message, usedIn = [] } = refusal.body
  const named = await reached(db, usedIn)
  return { id, errKey: errKey ?? 'INVALID', message, ...(named.length > 0 && { usedIn: named }) }
}
