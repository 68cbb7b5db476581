import { FONTS } from '@vitrine/contract/fields/font-families'
import type { Report } from './drawn-item.ts'

const BY_NAME = new Map(FONTS.map((name) => [plain(name), name]))
/** What browsers, and files of other programs, mean by a name. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/^(?:sansserif|helvetica.*|liberationsans|arimo|arialmt)$/, 'Arial'],
  [/^(?:serif|times|timesnewromanps.*|liberationserif|tinos)$/, 'Times New Roman'],
  [/^(?:monospace|courier.*|liberationmono|cousine|consolas|menlo|monaco)$/, 'Courier New'],
  [/^(?:systemui|uisansserif|blinkmacsystemfont|applesystem)$/, 'IBM Plex Sans'],
]
const FALLBACK = 'IBM Plex Sans'

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/variable|vf$/g, '')
    .replace(/[^a-z0-9]/g, '')
}

const known = (name: string): string | undefined =>
  BY_NAME.get(plain(name)) ?? LIKE.find(([like]) => like.test(plain(name)))?.[1]

/** The offered font for a list of families as CSS writes it; a first one that isn't offered is noted. */
export function fontOf(families: string, report: Report): string {
  const names = families.split(',').map((name) => name.trim().replace(/^["']|["']$/g, ''))
  const [wanted = ''] = names
  const found = names.map(known).find(Boolean) ?? FALLBACK
  if (!known(wanted) && wanted !== '') {
    report.note('font')
    report.fonts.add(wanted)
  }
  return found
}
