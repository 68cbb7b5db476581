import type { DeviceGroupInput } from '@vitrine/contract/api/screens/device-groups'
import { approvesWhere, type Places, reachOf } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import type { GroupRule } from '@vitrine/contract/schedule/group-rule'
import { tidyRule } from '@vitrine/contract/schedule/screen-rule'
import type { Session } from '#base/handler.ts'
import { refuseOtherPlaces } from '#base/references/queries.ts'
import type { Db } from '#db/schema.ts'
import { readable } from '#db/scoped.ts'
import { AppError, invalid } from '#lib/errors.ts'
import { isStrict } from '#playback/copies.ts'
import { ruleOf } from '#screens/group-rules/queries.ts'

/** Who saves a rule: it takes in screens in their scope only, and under strict approval they need to approve. */
export interface RuleAuthor {
  within: readonly Places[]
  mayApprove: boolean
}

export const authorOfRule = (session: Session): RuleAuthor => ({
  within: reachOf(session, { write: 'device-groups' }).places,
  mayApprove: approvesWhere(session, 'device-groups'),
})

/**
 * A rule as it is stored; undefined if it stays as it is. Throws INVALID for places and groups that the caller doesn't find,
 * and NEEDS_APPROVAL under strict approval: the rule moves screens later, when no one asks any more.
 */
export async function storedRule(
  db: Db,
  { rule: sent }: Pick<DeviceGroupInput, 'rule'>,
  { id, before, author }: { id: string; before: string | null; author: RuleAuthor },
): Promise<string | null | undefined> {
  if (sent === undefined) return undefined
  const { within: _, ...old } = ruleOf(before) ?? {}
  const wanted = sent && asStored(sent)
  if (JSON.stringify(wanted ?? {}) === JSON.stringify(old)) return undefined
  if (!author.mayApprove && (await isStrict(db)))
    throw new AppError(
      'NEEDS_APPROVAL',
      'A rule changes what screens play. In this organization, only people who may approve can do that.',
    )
  if (!wanted) return null
  await refuseOtherPlaces(db, [{ path: 'rule.screens', rule: wanted.screens }])
  const { leaveTo } = wanted
  if (leaveTo === id) throw invalid({ 'rule.leaveTo': rule('invalid') })
  if (leaveTo !== undefined && !(await groupExists(db, leaveTo)))
    throw invalid({ 'rule.leaveTo': rule('unknown') })
  const within = author.within.map(({ buildings, floors, groups }) => ({ buildings, floors, groups }))
  return JSON.stringify({ ...wanted, ...(within.length > 0 && { within }) } satisfies GroupRule)
}

/** In one order of its parts, without those that say nothing. */
function asStored(sent: GroupRule): GroupRule {
  const { types, sizes, shape, machines, seenDays, leaving, leaveTo, rank } = sent
  const screens = tidyRule(sent.screens)
  return {
    ...(screens && { screens }),
    ...(types && { types: [...new Set(types)].sort() }),
    ...(sizes && { sizes: [...new Set(sizes)].sort() }),
    ...(shape && { shape }),
    ...(machines && { machines: [...new Set(machines)] }),
    ...(seenDays !== undefined && { seenDays }),
    leaving,
    ...(leaving === 'group' && { leaveTo }),
    rank,
  }
}

async function groupExists(db: Db, id: string): Promise<boolean> {
  const found = readable(db).selectFrom('device_groups').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
