import type { Play } from '@vitrine/contract/api/screens/plays'

const KINDS = ['page', 'media'] as const satisfies readonly Play['kind'][]
export const PERIODS = [1, 7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

/** What the page of plays keeps in its address: days back, a screen, pages or media, totals or every single play. */
export interface PlaysSearch {
  days?: Period
  device?: string
  kind?: Play['kind']
  each?: true
  page?: number
}

/** Reads it from an address; what makes no sense is left out. */
export function playsSearch(raw: Record<string, unknown>): PlaysSearch {
  const found: PlaysSearch = {}
  const days = PERIODS.find((one) => one === Number(raw.days))
  if (days) found.days = days
  if (typeof raw.device === 'string' && /^[\w-]{1,64}$/.test(raw.device)) found.device = raw.device
  const kind = KINDS.find((one) => one === raw.kind)
  if (kind) found.kind = kind
  if (raw.each === true || raw.each === 'true') found.each = true
  if (Number.isSafeInteger(Number(raw.page)) && Number(raw.page) > 1) found.page = Number(raw.page)
  return found
}
