import { asList, below, fieldError, type Kind } from '#fields/kind.ts'
import { count, fields, flag, optional } from '#fields/option.ts'
import type { Values } from '#fields/values.ts'
import { isRecord } from '#record.ts'

/** Default maximum number of items. */
export const GROUP_MAX = 50
const options = {
  item: fields,
  max: optional(count(500)),
  /** For items of texts only: shows a table by default instead of one form per item. */
  asTable: optional(flag),
}

const itemsOf = (value: unknown): Values[] => (asList(value) ?? []).filter(isRecord)

/** Repeatable groups of fields. */
export const group: Kind<typeof options, readonly Values[]> = {
  options: [options],
  empty: () => [],
  read: ({ item, max = GROUP_MAX }, stored, readForm) =>
    asList(stored)
      ?.filter(isRecord)
      .slice(0, max)
      .map((values) => readForm(item, values)),
  check: ({ item, max = GROUP_MAX }, value, checkForm) => {
    const list = asList(value)
    if (!list) return fieldError('list')
    if (list.length > max) return fieldError('max_value', max)
    return below(
      list.map((values, index) =>
        isRecord(values) ? checkForm(item, values) : fieldError('group_entry', index + 1),
      ),
    )
  },
  media: ({ item }, value, mediaInForm) => itemsOf(value).flatMap((values) => mediaInForm(item, values)),
  actions: ({ item }, value, actionsInForm) =>
    itemsOf(value).flatMap((values) => actionsInForm(item, values)),
  replace: ({ item }, value, _by, replaceInForm) =>
    itemsOf(value).map((values) => replaceInForm(item, values)),
}
