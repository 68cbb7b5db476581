/**
 * Whether a screen shows what it should: by its schedule, or by an emergency takeover. A manual switch differs from
 * the schedule; a screen that doesn't report is unknown.
 */
export const TRUTHS = ['right', 'differs', 'unknown'] as const
export type TruthValue = (typeof TRUTHS)[number]

/** Why a screen is right, differs, or is unknown; the worst first. */
export const TRUTH_OF = {
  /** It doesn't show the emergency takeover. */
  untaken: 'differs',
  /** It can't show its page, or a layer. */
  blank: 'differs',
  /** Nothing is planned for it. */
  nothing: 'differs',
  /** It shows something else, and no one sent it. */
  astray: 'differs',
  behind: 'differs',
  /** Its TV is off or on another input, or on outside its hours. */
  panel: 'differs',
  /** It has been downloading the latest version for longer than a change takes. */
  downloading: 'differs',
  switched: 'differs',
  silent: 'unknown',
  never: 'unknown',
  takeover: 'right',
  /** A change is on its way, or a time slot has just started. */
  updating: 'right',
  /** Its TV is off by plan. */
  off: 'right',
  /** Someone sent it something, and nothing else is planned for it. */
  sent: 'right',
  /** Someone touched the screen. */
  action: 'right',
  scheduled: 'right',
} as const satisfies Record<string, TruthValue>
export type TruthReason = keyof typeof TRUTH_OF
export const TRUTH_REASONS = Object.keys(TRUTH_OF) as [TruthReason, ...TruthReason[]]

/** What *Put right* can do something about: end the switch, or restart the player with what it lacks. */
export const CORRECTABLE = [
  'switched',
  'astray',
  'behind',
  'blank',
  'untaken',
] as const satisfies TruthReason[]
export const isCorrectable = (reason: TruthReason): boolean => CORRECTABLE.some((one) => one === reason)

/** What the sentence about a screen says. An empty name is that of something that was deleted. */
export interface TruthFacts {
  because: TruthReason
  /** What should show: a storyboard, or the title of a takeover. Null: nothing. */
  should: string | null
  /** What shows, as far as known. */
  shows: string | null
  /** Who switched the screen, sent its content, or started the takeover. */
  by: string | null
  since: number | null
  until: number | null
  end: 'next-slot' | 'time' | 'manual' | null
  /** Why it can't show its page, as the screen reports it. */
  why: string | null
  panel: string | null
}

/** The one sentence about a screen, in English; the console has it in its languages under the same keys. */
export const TRUTH_TEXTS = {
  untaken: 'Should show the emergency takeover %{should}, shows %{shows}',
  untakenNothing: "Should show the emergency takeover %{should}, but hasn't confirmed it",
  failing: "Can't show %{should}: %{why}",
  blank: "Should show %{should}, but can't show any of its pages",
  nothing: 'Shows nothing, because no storyboard is planned for it now',
  empty: 'Should show %{should}, but none of its pages has anything to show now',
  astray: 'Should show %{should}, shows %{shows}',
  astrayNothing: 'Should show %{should}, shows nothing',
  unplanned: 'Shows %{shows}, although nothing is planned for it',
  behind: 'Should show the latest version of %{should}, shows an older one',
  behindNothing: 'Has an older version of its content',
  downloading: 'Should show the latest version of %{should}, is still downloading it',
  downloadingNothing: 'Is still downloading the latest version of its content',
  panelOff: 'Its TV is off, although it should be on',
  panelInput: 'Its TV is on, but shows another input',
  panelOn: 'Its TV is on, although it should be off',
  switched:
    'Should show %{should}, shows %{shows} because %{by} switched it by hand at %{since}, until the schedule changes at %{until}',
  switchedTime:
    'Should show %{should}, shows %{shows} because %{by} switched it by hand at %{since}, until %{until}',
  switchedManual:
    'Should show %{should}, shows %{shows} because %{by} switched it by hand at %{since}, until someone ends it',
  switchedNever:
    'Should show %{should}, shows %{shows} because %{by} switched it by hand at %{since}, until someone ends it or saves a schedule change',
  silent: 'Last seen at %{since}, showing %{shows}',
  silentNothing: 'Last seen at %{since}, showing nothing',
  never: 'Has never connected',
  takeover: 'Shows the emergency takeover %{shows}, started by %{by}, until %{until}',
  updating: 'Will show %{should} in a moment',
  updatingNothing: 'Will show a change in a moment',
  off: 'Its TV is off, as planned',
  sent: 'Shows %{shows}, sent by %{by} at %{since}',
  action: 'Shows %{shows}, because someone touched the screen',
  scheduled: 'Shows %{shows}, as planned',
} as const
export type TruthText = keyof typeof TRUTH_TEXTS

/** Which text says it. */
export function truthText({ because, should, shows, until, end, why, panel }: TruthFacts): TruthText {
  switch (because) {
    case 'untaken':
      return shows === null ? 'untakenNothing' : 'untaken'
    case 'blank':
      return why ? 'failing' : 'blank'
    case 'nothing':
      return should === null ? 'nothing' : 'empty'
    case 'astray':
      if (should === null) return 'unplanned'
      return shows === null ? 'astrayNothing' : 'astray'
    case 'behind':
    case 'downloading':
    case 'updating':
      return should === null ? `${because}Nothing` : because
    case 'panel':
      if (panel === 'on-outside-hours') return 'panelOn'
      return panel === 'off' ? 'panelOff' : 'panelInput'
    case 'switched':
      if (end === 'time') return 'switchedTime'
      if (end === 'manual') return 'switchedManual'
      return until === null ? 'switchedNever' : 'switched'
    case 'silent':
      return shows === null ? 'silentNothing' : 'silent'
    default:
      return because
  }
}
