import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { type ReadWidget, readDocument } from '@vitrine/contract/document/layout-document'
import { changedLockedParts, withComparableIds } from '@vitrine/contract/document/locked-parts'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { AppError } from '#lib/errors.ts'

export { faultsOf } from './faults.ts'
export { misfitsOf } from './misfits.ts'
export { fieldsOfScreens, impactOfPage, impactOn, missingOf, playsBefore } from './missing.ts'
export { refuseInUse } from './rules.ts'

export function refuseChangedLocks(before: LayoutDocument, after: LayoutDocument): void {
  const [old, now] = [before, after].map((document) => readDocument(document, WIDGET_FIELDS))
  const changed = old && now ? changedLockedParts(old, now) : []
  if (changed.length > 0) throw lockedParts(changed, ({ id }) => id)
}

/**
 * The same for a new page and its possible templates: it must contain all locked widgets of one of them, under any ids.
 * `errors` lists those missing compared to the closest.
 */
export function refuseChangedTemplates(templates: readonly LayoutDocument[], page: LayoutDocument): void {
  if (templates.length === 0) return
  const comparable = (document: LayoutDocument) =>
    withComparableIds(readDocument(document, WIDGET_FIELDS), WIDGET_FIELDS)
  const own = comparable(page)
  const [nearest] = templates
    .map((template) => changedLockedParts(comparable(template), own))
    .sort((a, b) => a.length - b.length)
  if (nearest?.length) throw lockedParts(nearest, ({ name }) => name)
}

function lockedParts(changed: readonly ReadWidget[], keyOf: (widget: ReadWidget) => string): AppError {
  const names = changed.map(({ name }) => name).join(', ')
  return new AppError(
    'LOCKED_PARTS',
    `These parts are locked by the card's design: ${names}`,
    Object.fromEntries(changed.map((widget) => [keyOf(widget), `${widget.name} is locked`])),
  )
}
