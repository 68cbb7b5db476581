import fc from 'fast-check'
import { RULE_PARTS, type ScreenRule, type ScreenTraits } from '#schedule/screen-rule.ts'

// What the tests of rules share.

/** The same tags in several spellings. */
const TAGS = ['Bar', 'bar', 'BAR ', 'Lobby', 'lobby', 'Café', 'Cafe\u0301', 'ＢＡＲ']
const PLACES = ['building 1', 'building 2', 'floor 1', 'floor 2']

const partArb = (names: string[]) =>
  fc.option(fc.subarray(names, { maxLength: 3 }), { nil: undefined, freq: 2 })

export const ruleArb: fc.Arbitrary<ScreenRule> = fc
  .record({
    allTags: partArb(TAGS),
    anyTags: partArb(TAGS),
    noTags: partArb(TAGS),
    inPlaces: partArb(PLACES),
    notInPlaces: partArb(PLACES),
  })
  .map((rule) => {
    // Absent parts, as in JSON.
    for (const part of RULE_PARTS) if (rule[part] === undefined) delete rule[part]
    return rule
  })

export const traitsArb: fc.Arbitrary<ScreenTraits> = fc.record({
  tags: fc.subarray(['bar', 'café', 'lobby']),
  places: fc.subarray(PLACES),
})

/** Whether a rule holds, by another way than the one under test. */
export function holdsByWords(rule: ScreenRule, traits: ScreenTraits): boolean {
  const plain = (tag: string) => tag.normalize('NFKC').trim().toLowerCase()
  const tagged = (tag: string) => traits.tags.includes(plain(tag))
  const inside = (place: string) => traits.places.includes(place)
  const count = (names: string[] = [], is: (name: string) => boolean) => names.filter(is).length
  return (
    count(rule.allTags, tagged) === (rule.allTags ?? []).length &&
    (!rule.anyTags?.length || count(rule.anyTags, tagged) > 0) &&
    count(rule.noTags, tagged) === 0 &&
    (!rule.inPlaces?.length || count(rule.inPlaces, inside) > 0) &&
    count(rule.notInPlaces, inside) === 0
  )
}
