import type { Failing } from '@vitrine/contract/api/data/widget-data'
import type { TFunction } from 'i18next'
import { dateText } from '#lib/text/format.ts'

/** Which feed, place, or data source fails to load, where, since when, and why. */
export const failingText = (t: TFunction, { kind, name, since, reason, uses }: Failing): string =>
  t(`dashboard.need.failing.${kind}`, {
    ...{ reason, count: uses.length },
    // An address stays in order between right-to-left words.
    name: kind === 'feed' ? `\u2068${name}\u2069` : name,
    page: uses[0]?.name ?? '',
    date: dateText(since, 'moment'),
  })
