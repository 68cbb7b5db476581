import { type Action, type ActionEntry, typeOfVerb, type Verb } from '@vitrine/contract/fields/actions'
import { type ActionDraft, actionOf, draftOf } from './action-draft.ts'
import type { ActionsHost } from './actions-host.ts'

/** What a touch does, as far as one press can say it. */
export type TouchTarget = { verb: Verb } & Partial<
  Pick<ActionDraft, 'storyboardId' | 'layoutName' | 'mediaZoneId' | 'mediaOrder'>
>

/** The action of a choice, on the device of the action that it replaces; `undefined` if there is no such target. */
export function touchAction(
  choice: TouchTarget,
  host: ActionsHost,
  replaced?: ActionEntry,
): Action | undefined {
  const { elsewhere, target } = draftOf(replaced)
  return actionOf({ ...draftOf(), elsewhere, target, type: typeOfVerb(choice.verb), ...choice }, host)
}
