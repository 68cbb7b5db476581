import type { StoredDocument } from '#inputs-by-widget.ts'
import { isRecord } from '#record.ts'
import { isScreenRule, playsOn, type ScreenRule, type ScreenTraits } from './screen-rule.ts'

type Page = Pick<StoredDocument, 'config'>
type RuledEntry = { readonly [key: string]: unknown } & { screens: ScreenRule }

const isRuled = (entry: unknown): entry is RuledEntry => isRecord(entry) && isScreenRule(entry.screens)

/** Saved pages never change. */
const rulesOfPages = new WeakMap<Page, readonly ScreenRule[]>()

/** The rules of the entries of a stored page's media zones. */
export function entryRules(page: Page): readonly ScreenRule[] {
  let rules = rulesOfPages.get(page)
  if (!rules) {
    rules = page.config.inputs.flatMap(({ value }) =>
      Array.isArray(value) ? value.filter(isRuled).map(({ screens }) => screens) : [],
    )
    rulesOfPages.set(page, rules)
  }
  return rules
}

/** The media of a stored page, among all that it leads to, that it can show on a screen with these traits. */
export function mediaOn(page: Page, media: readonly string[], traits: ScreenTraits): readonly string[] {
  if (entryRules(page).every((rule) => playsOn(rule, traits))) return media
  const out = new Set<unknown>()
  const inputs = page.config.inputs.map(({ value, ...input }) => {
    if (!Array.isArray(value)) return { ...input, value }
    const [left, gone] = [[] as unknown[], [] as RuledEntry[]]
    for (const entry of value)
      if (isRuled(entry) && !playsOn(entry.screens, traits)) gone.push(entry)
      else left.push(entry)
    for (const { mediaId } of gone) out.add(mediaId)
    return { ...input, value: left }
  })
  // Whatever else names it may show it: another entry, a font, the background.
  const rest = JSON.stringify({ ...page, config: { ...page.config, inputs } })
  return media.filter((id) => !out.has(id) || rest.includes(id))
}
