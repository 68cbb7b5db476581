import type { PlaySheet, SheetProof, SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
import { SHEET_PROOFS } from '@vitrine/contract/api/screens/play-sheets'
import type { PlayQuery, PlayReport } from '@vitrine/contract/api/screens/plays'
import { playsPerDay, spanOfDays } from '@vitrine/contract/schedule/report-days'
import { storyboardNames } from '#content/storyboards/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'

const DAY = 86_400_000
/** Screenshots that are compared with plays. */
const PROOFS_EXAMINED = 18

/** What a sheet is about. Neither: everything that screens show. */
export type SheetSubject = Pick<SheetQuery, 'storyboardId' | 'itemId'>
export type SheetRequest = SheetSubject & Pick<SheetQuery, 'first' | 'last' | 'timezone' | 'customer'>

/** `reader` is bound to the organization. */
export async function sheetOf(
  { playStore }: { playStore: PlayStore },
  reader: Db,
  organizationId: string,
  { storyboardId, itemId, first, last, timezone, customer }: SheetRequest,
): Promise<PlaySheet> {
  const days = { firstDay: first, lastDay: last }
  // Media play at the same time as the page they are on: only pages add up.
  const subject = { storyboardId, itemId, ...(itemId === undefined && { kind: 'page' as const }) }
  const query = { ...subject, ...spanOfDays(timezone, days) }
  const report = await playStore.report(reader, query)
  const { name, logoId } = await reader
    .selectFrom('organizations')
    .select(['name', 'logoId'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return {
    organization: name,
    logoId,
    customer,
    ...(await nameOf(reader, { storyboardId, itemId }, report)),
    ...days,
    timezone,
    plays: report.plays,
    seconds: report.seconds,
    screensCount: report.screensCount,
    days: playsPerDay(report.hours, timezone, days),
    screens: report.screens,
    places: report.places,
    proofs: await proofsOf(playStore, reader, query, report),
  }
}

async function nameOf(
  reader: Db,
  { storyboardId, itemId }: SheetSubject,
  report: PlayReport,
): Promise<Pick<PlaySheet, 'name' | 'kind'>> {
  if (itemId !== undefined) {
    // As screens had it: the item may be deleted.
    const item = report.items.find((one) => one.itemId === itemId)
    return { name: item?.name ?? '', kind: item?.kind ?? 'page' }
  }
  if (storyboardId === undefined) return { name: '', kind: 'all' }
  const names = await storyboardNames(reader, [storyboardId])
  return { name: names.get(storyboardId) ?? '', kind: 'storyboard' }
}

/** Screenshots that were taken within the period while a screen showed the subject. */
async function proofsOf(
  playStore: PlayStore,
  reader: Db,
  query: PlayQuery & { from: number; to: number },
  { screens }: PlayReport,
): Promise<SheetProof[]> {
  if (screens.length === 0) return []
  const taken = await reader
    .selectFrom('pictures')
    .select(['id', 'takenAt'])
    .where('id', 'in', anyOf(reader, screens))
    .where('takenAt', '>=', query.from)
    .where('takenAt', '<', query.to)
    .orderBy('takenAt', 'desc')
    .limit(PROOFS_EXAMINED)
    .execute()
  const proofs: SheetProof[] = []
  for (const { id, takenAt } of taken) {
    if (proofs.length >= SHEET_PROOFS) break
    const at = Number(takenAt)
    const span = { from: at - DAY, to: at + 1, deviceId: id, page: 1, pageSize: 1 }
    const { plays } = await playStore.list(reader, { ...query, ...span })
    const deviceName = screens.find((screen) => screen.id === id)?.name ?? ''
    if (plays.some(({ to }) => to >= at)) proofs.push({ deviceId: id, deviceName, takenAt: at })
  }
  return proofs
}
