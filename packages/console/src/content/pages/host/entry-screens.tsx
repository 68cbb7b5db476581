import type { Impact } from '@vitrine/contract/api/base/impact'
import { type ReadDocument, writeDocument, zoneEntries } from '@vitrine/contract/document/layout-document'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import { ruleKey } from '@vitrine/contract/schedule/screen-rule'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { EntryScreens } from '#fields/control.ts'
import { ImpactCheck } from '#pickers/impact/impact-check.ts'
import { RuleButton } from '#pickers/rules/rule-button.tsx'

interface EntryScreensProps<P extends ReadDocument> extends EntryScreens {
  current: () => P
  /** Absent: no one can save the page, or no screen plays it. */
  impactOf: ((page: P) => Promise<Impact | undefined>) | undefined
}

/** Shows on which screens an entry of a media zone plays, and what saving the page with its rule would change. */
export function EntryScreensButton<P extends ReadDocument>({
  name,
  rule,
  onChange,
  before,
  after,
  current,
  impactOf,
}: EntryScreensProps<P>) {
  const check = async () => {
    const page = current()
    const widgets = page.widgets.map((widget) =>
      zoneEntries(widget, WIDGET_FIELDS) === before
        ? { ...widget, settings: { ...widget.settings, media: after } }
        : widget,
    )
    const changed = { ...page, widgets }
    const impact = await impactOf?.(changed)
    if (!impact) return undefined
    // The answer counts the rules of all zones of the page; equal ones match the same screens.
    const rules = entryRules(writeDocument(changed, WIDGET_FIELDS)).map(ruleKey)
    const own = impact.rules.find(({ index }) => rules[index] === ruleKey(rule))
    return { ...impact, rules: own ? [{ ...own, index: 0 }] : [] }
  }
  return (
    <ImpactCheck.Provider value={impactOf && check}>
      <RuleButton name={name} index={0} rule={rule} onChange={onChange} />
    </ImpactCheck.Provider>
  )
}
