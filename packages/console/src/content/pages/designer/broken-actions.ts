import type { ReadDocument, ReadWidget } from '@vitrine/contract/document/layout-document'
import { actionSentence, isAction } from '@vitrine/contract/fields/actions'
import { actionsIn } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type ActionsHost, namesOf } from '#fields/actions/actions-host.ts'

/** Widgets with actions whose targets were deleted. */
export function withBrokenActions({ widgets }: ReadDocument, host: ActionsHost): ReadWidget[] {
  const names = namesOf(host)
  return widgets.filter(({ type, settings }) =>
    actionsIn(WIDGET_FIELDS[type] ?? {}, settings).some(({ actions }) =>
      actions.some((entry) => isAction(entry) && actionSentence(entry, names).missing.length > 0),
    ),
  )
}
