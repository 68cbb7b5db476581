// What a save of a page checks about the parts that it shows, and what a save of a part changes on pages.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { PART_PAGES_MAX } from '@vitrine/contract/api/content/parts'
import { expandedPage } from '@vitrine/contract/document/expanded-page'
import {
  inputName,
  type ReadDocument,
  readDocument,
  WIDGETS_MAX,
} from '@vitrine/contract/document/layout-document'
import { fieldsOfPart, isUse, partsIn, USES_MAX } from '@vitrine/contract/document/part-use'
import type { UsedBy } from '@vitrine/contract/errors'
import { checkValues } from '@vitrine/contract/fields/values'
import { rule, ruleText } from '@vitrine/contract/rules'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { AppError, invalid } from '#lib/errors.ts'

type Parts = ReadonlyMap<string, ReadDocument>

/** The parts of a page can't change until the transaction ends. `db`: bound to the organization. */
export async function lockParts(db: Db, { widgets }: LayoutDocument): Promise<void> {
  for (const id of partsIn(widgets).sort()) await lockRow(db, 'pages', id)
}

/**
 * Throws INVALID for too many parts, for more elements than a page can have, and for values that a part's fields refuse, by
 * `<widget id>-<key>`.
 */
export function refuseUses(document: LayoutDocument, parts: Parts, stored?: LayoutDocument): void {
  const read = readDocument(document, WIDGET_FIELDS)
  const uses = read.widgets.filter(isUse)
  const before = new Map(stored?.widgets.map((widget) => [widget.id, widget.use?.values ?? {}]))
  if (uses.length === 0) return
  if (uses.length > USES_MAX) throw invalid({ widgets: rule('at_most_uses', USES_MAX) })
  refuseMany(read, parts)
  const errors = uses.flatMap(({ id, name, use }) => {
    const part = parts.get(use.part)
    const { values = {} } = use
    const fields = Object.entries(part ? fieldsOfPart(part, WIDGET_FIELDS) : {})
    // What the part refuses since it was changed is ignored, like what it no longer has.
    const isNew = (key: string) => JSON.stringify(values[key]) !== JSON.stringify(before.get(id)?.[key])
    const set = Object.fromEntries(fields.filter(([key]) => Object.hasOwn(values, key) && isNew(key)))
    return Object.entries(checkValues(set, values)).map(([path, message]) => {
      const label = set[path.split('.')[0] ?? '']?.label ?? path
      return [inputName(id, path), ruleText(message, `${label} of "${name}"`)] as const
    })
  })
  const [first] = errors
  if (first) throw new AppError('INVALID', first[1], Object.fromEntries(errors))
}

function refuseMany(read: ReadDocument, parts: Parts): void {
  if (expandedPage(read, WIDGET_FIELDS, parts).widgets.length > WIDGETS_MAX)
    throw invalid({ widgets: rule('at_most_shown', WIDGETS_MAX) })
}

/** Parts of the organization, also in its trash: a page that is saved without one shows it again once it is restored. */
export async function knownParts(db: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const wanted = anyOf(
    db,
    ids.map((id) => ({ id })),
  )
  const pages = await db
    .selectFrom('pages')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'part')
    .where('id', 'in', wanted)
    .execute()
  const deleted = await whole(db)
    .selectFrom('trash')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'part')
    .where('id', 'in', wanted)
    .execute()
  return [...pages, ...deleted].map(({ id }) => id)
}

/** After the save of a page. Throws INVALID if a part is on too many pages. */
export async function refusePages(db: Db, organizationId: string, parts: readonly string[]): Promise<void> {
  for (const id of parts) {
    const { count } = await whole(db)
      .selectFrom('references')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organizationId', '=', organizationId)
      .where('toKind', '=', 'part')
      .where('toId', '=', id)
      .executeTakeFirstOrThrow()
    if (Number(count) > PART_PAGES_MAX) throw invalid({ widgets: rule('at_most_pages', PART_PAGES_MAX) })
  }
}

/** Throws INVALID if a page would have too many elements with a part as it is saved now. */
export function refuseLargePage(
  { name }: Pick<UsedBy, 'name'>,
  document: LayoutDocument,
  parts: Parts,
): void {
  try {
    refuseMany(readDocument(document, WIDGET_FIELDS), parts)
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    const [text = error.message] = Object.values(error.errors)
    throw new AppError('INVALID', `${name}: ${text}`, { widgets: `${name}: ${text}` })
  }
}
