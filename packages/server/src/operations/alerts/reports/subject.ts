import type { AlertRuleInput } from '@vitrine/contract/api/operations/alerts'
import { rule } from '@vitrine/contract/rules'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'
import type { SheetSubject } from '#screens/plays/sheets/sheet.ts'

type Report = AlertRuleInput['report']

/** What a report is about, for comparison; '' for all screens. */
export const subjectOf = (report: Report): string =>
  report?.about?.storyboardId ?? report?.about?.itemId ?? ''

/** The names of storyboards, pages, and media by id; without those that were deleted. */
export async function subjectNames(
  db: Db,
  subjects: readonly SheetSubject[],
): Promise<ReadonlyMap<string, string>> {
  const named = async (table: 'storyboards' | 'pages' | 'media', ids: readonly (string | undefined)[]) => {
    const wanted = ids.flatMap((id) => (id === undefined ? [] : [{ id }]))
    if (wanted.length === 0) return []
    return db.selectFrom(table).select(['id', 'name']).where('id', 'in', anyOf(db, wanted)).execute()
  }
  const items = subjects.map(({ itemId }) => itemId)
  const storyboards = subjects.map(({ storyboardId }) => storyboardId)
  const rows = [
    ...(await named('storyboards', storyboards)),
    ...(await named('pages', items)),
    ...(await named('media', items)),
  ]
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Throws INVALID unless a report is about something of the organization that `db` is bound to. */
export async function requireSubject(db: Db, { report }: Pick<AlertRuleInput, 'report'>): Promise<void> {
  if (!report?.about) return
  const { storyboardId, itemId } = report.about
  const names = await subjectNames(db, [report.about])
  if (!names.has(storyboardId ?? itemId ?? ''))
    throw invalid({ [`report.about.${storyboardId ? 'storyboardId' : 'itemId'}`]: rule('unknown') })
}
