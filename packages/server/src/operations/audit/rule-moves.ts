import type { RuleMove } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { slices } from '#lib/work/slices.ts'
import { appendEntry } from './log.ts'

/** Screens of one entry. */
const THINGS_MAX = 500

/**
 * Leaves an entry for each rule and group that it moved screens to, by the group of the rule. `tx` isn't bound to an
 * organization. Call at the end of a transaction.
 */
export async function leaveRuleMoves(
  tx: Db,
  moves: readonly RuleMove[],
  from: { address: string | null; request: string },
  now: number,
): Promise<void> {
  const alike = Map.groupBy(moves, ({ by, to }) => `${by.id} ${to?.id}`)
  for (const same of alike.values())
    for (const some of slices(same, THINGS_MAX)) {
      const [first] = some
      if (!first) continue
      const { organizationId, by, to } = first
      const before = some.length === 1 ? (first.from?.name ?? null) : null
      await appendEntry(
        tx,
        {
          organizationId,
          actor: { kind: 'rule', id: by.id, name: by.name },
          ...{ action: 'devices.updateMany', kind: 'device', verb: 'move' },
          things: some.map(({ id, name }) => ({ id, name })),
          changed: { changes: [{ field: 'deviceGroupId', before, after: to?.name ?? null }], more: 0 },
          ...from,
        },
        now,
      )
    }
}
