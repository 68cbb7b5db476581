import { isRecord } from '#record.ts'
import { searchKey } from '#search-key.ts'
import type { Conditions } from './conditions.ts'

/**
 * On which screens a page of a storyboard, an entry of a media zone, or a slot of a schedule plays. All of its parts must hold; absent ones do. Tags
 * are named as people write them, places by the id of a building or a floor.
 */
export interface ScreenRule {
  /** Only screens with all of these tags. */
  allTags?: string[] | undefined
  /** Only screens with one of these tags. */
  anyTags?: string[] | undefined
  /** Not on screens with one of these tags. */
  noTags?: string[] | undefined
  /** Only screens in one of these places. */
  inPlaces?: string[] | undefined
  /** Not on screens in one of these places. */
  notInPlaces?: string[] | undefined
}

export const RULE_PARTS = ['allTags', 'anyTags', 'noTags', 'inPlaces', 'notInPlaces'] as const
export type RulePart = (typeof RULE_PARTS)[number]

/** Tags or places that a rule can name in one part. */
export const RULE_NAMES_MAX = 20

const isNames = (names: unknown): boolean =>
  names === undefined ||
  (Array.isArray(names) &&
    names.length <= RULE_NAMES_MAX &&
    names.every((name) => typeof name === 'string' && name.trim() !== '' && name.length <= NAME_MAX))
/** An id has 36. */
const NAME_MAX = 64

/** Whether a value is a rule as it is stored. */
export const isScreenRule = (value: unknown): value is ScreenRule =>
  isRecord(value) && RULE_PARTS.every((part) => isNames(value[part]))

/** With what conditions say, also where it isn't known which screen it is. */
export const withConditions = (
  traits: ScreenTraits | undefined,
  conditions: Conditions | undefined,
): ScreenTraits | undefined => (conditions ? { ...(traits ?? NO_TRAITS), conditions } : traits)

/** What rules ask about a screen: its own and inherited tags as `searchKey`, its floor and building. */
export interface ScreenTraits {
  tags: string[]
  places: string[]
  /** What conditions say there at the instant in question; absent: all of them hold. */
  conditions?: Conditions
}

/** Of a screen without tags that is nowhere. */
export const NO_TRAITS: ScreenTraits = { tags: [], places: [] }

const isTagPart = (part: RulePart) => part === 'allTags' || part === 'anyTags' || part === 'noTags'

interface ReadRule {
  part: RulePart
  /** As traits name them. */
  keys: readonly string[]
}

/** Rules never change. */
const readRules = new WeakMap<ScreenRule, ReadRule[]>()
function read(rule: ScreenRule): ReadRule[] {
  let found = readRules.get(rule)
  if (!found) {
    found = RULE_PARTS.flatMap((part) => {
      const names = rule[part] ?? []
      return names.length > 0 ? [{ part, keys: isTagPart(part) ? names.map(searchKey) : names }] : []
    })
    readRules.set(rule, found)
  }
  return found
}

interface TraitSets {
  tags: ReadonlySet<string>
  places: ReadonlySet<string>
  /** Whether rules hold: a screen asks about the same ones every minute. Weak, because their traits outlive them. */
  known: WeakMap<ScreenRule, boolean>
}

const setsOfTraits = new WeakMap<ScreenTraits, TraitSets>()
function setsOf(traits: ScreenTraits): TraitSets {
  let sets = setsOfTraits.get(traits)
  if (!sets) {
    sets = { tags: new Set(traits.tags), places: new Set(traits.places), known: new WeakMap() }
    setsOfTraits.set(traits, sets)
  }
  return sets
}

function partHolds({ part, keys }: ReadRule, { tags, places }: TraitSets): boolean {
  const own = isTagPart(part) ? tags : places
  const has = (key: string) => own.has(key)
  if (part === 'allTags') return keys.every(has)
  if (part === 'noTags' || part === 'notInPlaces') return !keys.some(has)
  return keys.some(has)
}

/**
 * Whether something with this rule plays on a screen. Pure: server, console, and screen decide the same. Without a rule,
 * it plays on every screen; without traits, the question isn't about one screen, and every rule holds.
 */
export function playsOn(rule: ScreenRule | undefined, traits: ScreenTraits | undefined): boolean {
  if (!rule || !traits) return true
  const sets = setsOf(traits)
  let holds = sets.known.get(rule)
  if (holds === undefined) {
    holds = read(rule).every((part) => partHolds(part, sets))
    sets.known.set(rule, holds)
  }
  return holds
}

/** Why something plays on a screen, or doesn't: the parts of its rule that hold, or those that don't. */
export interface RuleReason {
  part: RulePart
  /** Names as the rule has them; those that decided. */
  names: readonly string[]
}

/** The reasons for the answer of `playsOn`; none for something without a rule. */
export function reasonsOn(
  rule: ScreenRule | undefined,
  traits: ScreenTraits,
): { plays: boolean; because: RuleReason[] } {
  const plays = playsOn(rule, traits)
  const sets = setsOf(traits)
  const { tags, places } = sets
  const because = read(rule ?? {}).flatMap((part): RuleReason[] => {
    if (partHolds(part, sets) !== plays) return []
    const names = rule?.[part.part] ?? []
    const has = (index: number) => (isTagPart(part.part) ? tags : places).has(part.keys[index] ?? '')
    const isNegative = part.part === 'noTags' || part.part === 'notInPlaces'
    const decided = names.filter((_, index) =>
      part.part === 'allTags' ? plays || !has(index) : isNegative === plays || has(index),
    )
    return [{ part: part.part, names: decided }]
  })
  return { plays, because }
}

/** The rule without empty parts and repeated names, each in one order; undefined if nothing is left. */
export function tidyRule(rule: ScreenRule | undefined): ScreenRule | undefined {
  const parts = RULE_PARTS.flatMap((part) => {
    const keyOf = isTagPart(part) ? searchKey : (name: string) => name
    const names = new Map((rule?.[part] ?? []).map((name) => [keyOf(name), name]))
    const sorted = [...names.keys()].sort().map((key) => names.get(key) ?? key)
    return sorted.length > 0 ? [[part, sorted]] : []
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

/** The same for rules that hold on the same screens, whatever the spelling and order of their names. */
export const ruleKey = (rule: ScreenRule | undefined): string =>
  rule ? JSON.stringify(read(rule).map(({ part, keys }) => [part, [...new Set(keys)].sort()])) : '[]'

/** The part of a rule that another part rules out on every screen, whatever the tags and places of the screens. */
export function contradictionIn(rule: ScreenRule): RulePart | undefined {
  const keys = new Map(read(rule).map((each) => [each.part, each.keys]))
  const [none, outside] = [new Set(keys.get('noTags')), new Set(keys.get('notInPlaces'))]
  const isImpossible = (names: readonly string[] | undefined, out: ReadonlySet<string>) =>
    names?.every((name) => out.has(name)) === true
  if (keys.get('allTags')?.some((tag) => none.has(tag)) || isImpossible(keys.get('anyTags'), none))
    return 'noTags'
  return isImpossible(keys.get('inPlaces'), outside) ? 'notInPlaces' : undefined
}

/** The places that a rule names. */
export const placesIn = (rule: ScreenRule | undefined): string[] => [
  ...(rule?.inPlaces ?? []),
  ...(rule?.notInPlaces ?? []),
]
/** The tags that a rule names. */
export const tagsIn = (rule: ScreenRule | undefined): string[] => [
  ...(rule?.allTags ?? []),
  ...(rule?.anyTags ?? []),
  ...(rule?.noTags ?? []),
]
