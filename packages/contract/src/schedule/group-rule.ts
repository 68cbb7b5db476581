import { isWithin, type Places } from '#permissions.ts'
import { playsOn, RULE_PARTS, reasonsOn, type ScreenRule, type ScreenTraits } from './screen-rule.ts'

export const SCREEN_SHAPES = ['landscape', 'portrait'] as const
export type ScreenShape = (typeof SCREEN_SHAPES)[number]

/** Where screens go that no longer match: where they were before, nowhere, or to a group. */
export const LEAVING = ['back', 'stay', 'group'] as const
type Leaving = (typeof LEAVING)[number]

/** Which screens a group takes in. All of its parts must hold; absent ones do. */
export interface GroupRule {
  /** The screen's own tags, and those of its floor and building; never those of a group, which rules decide. */
  screens?: ScreenRule | undefined
  types?: readonly number[] | undefined
  sizes?: readonly number[] | undefined
  /** As the screen reports it, or as its size says before its first report. */
  shape?: ScreenShape | undefined
  /** One of these words is in what its browser says about the machine. */
  machines?: readonly string[] | undefined
  /** It reported within this many days. */
  seenDays?: number | undefined
  leaving: Leaving
  /** With `group`. */
  leaveTo?: string | undefined
  /** Of the rules that match a screen, the one with the lowest number decides; of equal ones, that of the older group. */
  rank: number
  /** Only screens in the scope of the person who saved it. */
  within?: readonly Places[] | undefined
}

export const RANK_MAX = 99
export const RANK_USUAL = 50
/** Days. */
export const SEEN_MAX = 3650

export const GROUP_RULE_PARTS = [
  ...RULE_PARTS,
  ...(['types', 'sizes', 'shape', 'machines', 'seenDays', 'within'] as const),
] as const
type GroupRulePart = (typeof GROUP_RULE_PARTS)[number]

/** What rules ask about a screen, and where it is and why. */
export interface RuledScreen {
  /** Without the tags of its group. */
  traits: ScreenTraits
  type: number
  screenSize: number
  /** Reported pixels; null before the first report. */
  pixels: { width: number; height: number } | null
  /** Whether its size is upright, for a screen without a report. */
  isUpright: boolean
  /** What its browser says. */
  machine: string
  /** Milliseconds since 1970; null: never. */
  seenAt: number | null
  floorId: string | null
  buildingId: string | null
  groupId: string | null
  /** The group whose rule has put it where it was then; null: a person did. */
  ruleGroupId: string | null
  /** Where it was before rules moved it. */
  cameFrom: string | null
  /** The group in which a person keeps it against rules, empty for none; null: rules may move it. */
  pinnedTo: string | null
}

/** A group as rules see it. */
export interface RuledGroup {
  id: string
  /** The older one of rules with the same rank decides. */
  createdAt: string
  /** Its schedule names a storyboard. */
  plays: boolean
  rule: GroupRule | null
}

interface RuleReasonOf {
  part: GroupRulePart
  /** Tags, places, types, sizes, or words as the rule has them; those that decided. */
  names: string[]
}

/**
 * `joins`: a rule moves it here; `leaves`: its rule no longer matches; `rule`: it is where a rule wants it; `waits`: a move
 * would take it from a group that plays something to one that plays nothing; `pinned`: a person keeps it where it is;
 * `hand`: no rule concerns it.
 */
type FillState = 'joins' | 'leaves' | 'rule' | 'waits' | 'pinned' | 'hand'

export interface Filled extends Pick<RuledScreen, 'groupId' | 'ruleGroupId' | 'cameFrom' | 'pinnedTo'> {
  state: FillState
  /** The group whose rule decided; null: none. */
  by: string | null
  /** Of `waits`: where it would go; null: to no group. */
  wanted: string | null
}

const DAY = 86_400_000

const shapeOf = ({ pixels, isUpright }: RuledScreen): ScreenShape => {
  const isPortrait = pixels && pixels.width > 0 ? pixels.height > pixels.width : isUpright
  return isPortrait ? 'portrait' : 'landscape'
}

/** The group that people chose: rules don't look at the one that they chose themselves. */
const homeOf = ({ groupId, ruleGroupId, cameFrom }: RuledScreen): string | null =>
  ruleGroupId !== null && ruleGroupId === groupId ? cameFrom : groupId

const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase())

/** Parts of a rule besides tags and places: whether each holds, and its names that decide. */
function restOf(rule: GroupRule, screen: RuledScreen, now: number): (RuleReasonOf & { holds: boolean })[] {
  const parts: (RuleReasonOf & { holds: boolean })[] = []
  const add = (part: GroupRulePart, names: string[], holds: boolean) => parts.push({ part, names, holds })
  const { types, sizes, shape, machines, seenDays, within } = rule
  if (types?.length)
    add(
      'types',
      types.map(String),
      types.some((type) => type === screen.type),
    )
  if (sizes?.length)
    add(
      'sizes',
      sizes.map(String),
      sizes.some((size) => size === screen.screenSize),
    )
  if (shape) add('shape', [shape], shapeOf(screen) === shape)
  if (machines?.length) {
    const found = machines.filter((word) => has(screen.machine, word))
    add('machines', found.length > 0 ? found : [...machines], found.length > 0)
  }
  if (seenDays !== undefined)
    add('seenDays', [String(seenDays)], screen.seenAt !== null && screen.seenAt > now - seenDays * DAY)
  if (within) {
    const { floorId, buildingId } = screen
    add('within', [], isWithin({ places: within }, { floorId, buildingId, deviceGroupId: homeOf(screen) }))
  }
  return parts
}

/** Whether a group takes in a screen. Pure: the server decides and explains with it. */
export const takesIn = (rule: GroupRule, screen: RuledScreen, now: number): boolean =>
  playsOn(rule.screens, screen.traits) && restOf(rule, screen, now).every(({ holds }) => holds)

/** The parts of a rule that hold for a screen, or those that don't if it doesn't match. */
export function reasonsToTake(
  rule: GroupRule,
  screen: RuledScreen,
  now: number,
): { takes: boolean; because: RuleReasonOf[] } {
  const takes = takesIn(rule, screen, now)
  const tagged = reasonsOn(rule.screens, screen.traits)
  const because =
    tagged.plays === takes ? tagged.because.map(({ part, names }) => ({ part, names: [...names] })) : []
  const rest = restOf(rule, screen, now).filter(({ holds }) => holds === takes)
  return { takes, because: [...because, ...rest.map(({ part, names }) => ({ part, names }))] }
}

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

/** Groups with rules, the first to decide first. */
export const inRank = <G extends RuledGroup>(groups: Iterable<G>): (G & { rule: GroupRule })[] =>
  [...groups]
    .filter((group): group is G & { rule: GroupRule } => group.rule !== null)
    .sort((a, b) => a.rule.rank - b.rule.rank || compare(a.createdAt, b.createdAt) || compare(a.id, b.id))

export interface Filling {
  groups: ReadonlyMap<string, RuledGroup>
  /** Of `groups`, in the order of `inRank`. */
  ranked: readonly (RuledGroup & { rule: GroupRule })[]
  now: number
}

/**
 * Where a screen belongs. It depends on the screen and the rules alone, so screens move once and then stay: deciding again
 * changes nothing. No rule takes a screen from a group that plays something to one that plays nothing.
 */
export function fillOf(found: RuledScreen, filling: Filling): Filled {
  const known = (id: string | null) => (id !== null && filling.groups.has(id) ? id : null)
  const { groupId, ruleGroupId, cameFrom } = found
  const screen = {
    ...found,
    groupId: known(groupId),
    ruleGroupId: known(ruleGroupId),
    cameFrom: known(cameFrom),
  }
  const filled = stepOf(screen, filling)
  if (screen.ruleGroupId === null || filled.ruleGroupId !== null || filled.state === 'pinned') return filled
  // Where it goes, a rule of someone with rights for that group may take it in.
  const next = stepOf({ ...screen, ...filled }, filling)
  return next.state === 'hand' ? filled : next
}

function stepOf(screen: RuledScreen, { groups, ranked, now }: Filling): Filled {
  const { groupId: present, ruleGroupId: ruledTo } = screen
  const isRuled = ruledTo !== null && ruledTo === present
  const wanted = ranked.find(({ rule }) => takesIn(rule, screen, now))?.id ?? null
  const base = { groupId: present, ruleGroupId: null, cameFrom: null, pinnedTo: null, by: wanted, wanted }
  const pinned = pinOf(screen, wanted, groups)
  if (pinned !== null) return { ...base, state: 'pinned', pinnedTo: pinned }
  const home = homeOf(screen)
  const plays = (id: string | null) => id !== null && groups.get(id)?.plays === true
  const darkens = (target: string | null) => plays(present) && !plays(target)
  const waits = (target: string | null): Filled => ({
    ...base,
    ...{ state: 'waits', wanted: target, by: wanted ?? present },
    ...(isRuled && { ruleGroupId: ruledTo, cameFrom: home }),
  })
  if (wanted !== null) {
    if (wanted === present) return { ...base, state: 'rule', ruleGroupId: present, cameFrom: home }
    if (darkens(wanted)) return waits(wanted)
    return { ...base, state: 'joins', groupId: wanted, ruleGroupId: wanted, cameFrom: home }
  }
  const left = isRuled ? groups.get(ruledTo)?.rule : undefined
  if (!left || left.leaving === 'stay') return { ...base, state: 'hand' }
  const { leaveTo = '' } = left
  const target = left.leaving === 'back' ? home : groups.has(leaveTo) ? leaveTo : null
  if (target === present) return { ...base, state: 'hand' }
  if (darkens(target)) return waits(target)
  return { ...base, state: 'leaves', groupId: target, by: present }
}

/** Where a person keeps a screen; null: rules may move it. Who moves it out of a rule's group keeps it where it goes. */
function pinOf(
  { groupId: present, ruleGroupId: ruledTo, pinnedTo }: RuledScreen,
  wanted: string | null,
  groups: Filling['groups'],
): string | null {
  const here = present ?? ''
  if (pinnedTo !== null) {
    if (pinnedTo === here) return here
    // Its group was deleted, or someone has put it back where a rule wants it.
    const isGone = pinnedTo !== '' && !groups.has(pinnedTo)
    return isGone || present === wanted ? null : here
  }
  const wasMoved = ruledTo !== null && ruledTo !== present
  return wasMoved && wanted !== null && wanted !== present ? here : null
}
