import { type ActionEntry, checkAction, isAction, readActions } from '#fields/actions.ts'
import { asList, below, fieldError, type Kind } from '#fields/kind.ts'
import { count, optional } from '#fields/option.ts'

/** Default maximum number of actions. */
export const ACTIONS_MAX = 20
const options = { max: optional(count(100)) }

/** Touch actions. */
export const actions: Kind<typeof options, readonly ActionEntry[]> = {
  options: [options],
  empty: () => [],
  read: (field, stored) => readActions(stored).slice(0, field.max ?? ACTIONS_MAX),
  check: (field, value) => {
    const list = asList(value)
    const max = field.max ?? ACTIONS_MAX
    if (!list) return fieldError('list')
    return list.length > max ? fieldError('max_value', max) : below(list.map(checkAction))
  },
  actions: (_field, value) => readActions(value),
  replace: (_field, value, { action }) =>
    action ? readActions(value).map((entry) => (isAction(entry) ? action(entry) : entry)) : value,
}
