import type { Play } from '@vitrine/contract/api/screens/plays'
import { isoTime } from '#lib/clock.ts'
import type { CsvColumns } from '#lib/csv.ts'

export const PLAY_COLUMNS: CsvColumns<Play> = [
  ['Start (UTC)', ({ from }) => isoTime(from)],
  ['End (UTC)', ({ to }) => isoTime(to)],
  ['Seconds', ({ seconds }) => seconds],
  ['Screen', ({ deviceName }) => deviceName],
  ['Kind', ({ kind }) => kind],
  ['Name', ({ name }) => name],
  ['Storyboard', ({ storyboardName }) => storyboardName],
  ['Screen id', ({ deviceId }) => deviceId],
  ['Storyboard id', ({ storyboardId }) => storyboardId],
  ['Page id', ({ pageId }) => pageId],
  ['Media id', ({ mediaId }) => mediaId ?? ''],
  ['Play id', ({ id }) => id],
]
