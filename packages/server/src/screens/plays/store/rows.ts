import type { Play } from '@vitrine/contract/api/screens/plays'
import { itemId, playKey } from '#db/plays/keys.ts'
import type { PlaysTable } from '#db/tables/reporting.ts'
import type { NewPlay } from '#screens/plays/api.ts'
import type { PlayNumbers } from './names.ts'

/** One row per play, with its latest end. */
export function rowsOf(plays: readonly NewPlay[], { tenants, screens, items }: PlayNumbers): PlaysTable[] {
  const rows = new Map<string, PlaysTable>()
  for (const play of plays) {
    const tenant = tenants.get(play.organizationId)
    const screen = screens.get(play.deviceId)
    const item = items.get(itemId(play))
    if (tenant === undefined || screen === undefined || item === undefined) continue
    const row = {
      startedAt: play.from,
      key: playKey(play.id),
      lasted: play.to - play.from,
      tenant,
      screen,
      item,
    }
    const place = placeOf(row)
    const known = rows.get(place)
    if (!known || known.lasted < row.lasted) rows.set(place, row)
  }
  return [...rows.values()].sort((a, b) => a.tenant - b.tenant || a.startedAt - b.startedAt)
}

/** Identifies a play within its organization. */
export const placeOf = ({ startedAt, screen, key }: Pick<PlaysTable, 'startedAt' | 'screen' | 'key'>) =>
  `${startedAt} ${screen} ${key}`

/** What the numbers of a play stand for. */
export interface NamedPlay extends Pick<Play, 'deviceId' | 'deviceName' | 'organizationId'> {
  kind: string
  storyboardId: string
  pageId: string
  mediaId: string | null
  name: string
}

/** `storyboards`: names by id. */
export function playOf(
  { startedAt, lasted, screen, key }: Pick<PlaysTable, 'startedAt' | 'lasted' | 'screen' | 'key'>,
  named: NamedPlay,
  storyboards: ReadonlyMap<string, string>,
): Play {
  return {
    ...named,
    id: `${startedAt.toString(36)}-${screen.toString(36)}-${key.toString(36)}`,
    kind: named.kind as Play['kind'],
    storyboardName: storyboards.get(named.storyboardId) ?? '',
    from: startedAt,
    to: startedAt + lasted,
    seconds: Math.round(lasted / 1000),
  }
}
