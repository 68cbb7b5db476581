/**
 * A version of the app is on trial until it confirms that it works. After a few failed starts, the previous version
 * is served until a newer one arrives.
 */
export interface ShellState {
  /** The version that last confirmed itself. */
  good: string | null
  trial: { version: string; starts: number } | null
  /** Whether the good version asks the server before a newer one starts; if absent, it only reloads the page. */
  asks?: boolean
  /** The version that the server permitted to start. */
  allowed?: string | null
  /** Starts of the good version without a confirmation, while a newer one waits. */
  waited?: number
  /** The previous good version, whose files are kept. */
  previous?: string | null
  /** By version: paths of files that are damaged, and couldn't be fetched again. */
  damaged?: Readonly<Record<string, readonly string[]>>
}

/** Power cuts count as starts, too, so a single one doesn't condemn a version. */
const STARTS = 2
/** Starts after which a version that can't even ask for a newer one is replaced. */
const WAITS = 5

export const NO_SHELLS: ShellState = { good: null, trial: null }

/** Reads a stored state; anything else starts over. */
export function stateIn(text: string): ShellState {
  const state = JSON.parse(text) as Partial<ShellState> | null
  return state && (state.good === null || typeof state.good === 'string')
    ? { ...state, good: state.good, trial: state.trial ?? null }
    : NO_SHELLS
}

/** The version to serve to a page that starts now, and the new state. */
export function startShell(state: ShellState, newest: string): { version: string; state: ShellState } {
  const { good, trial, waited = 0 } = state
  if (good === null || good === newest) return { version: newest, state }
  const starts = trial?.version === newest ? trial.starts : 0
  if (starts >= STARTS) return { version: good, state }
  if (state.asks && state.allowed !== newest && waited < WAITS)
    return { version: good, state: { ...state, waited: waited + 1 } }
  return { version: newest, state: { ...state, trial: { version: newest, starts: starts + 1 } } }
}

/** A version confirms that it works. `asks`: it asks the server before a newer one starts. */
export const confirmShell = (state: ShellState, version: string, asks: boolean): ShellState =>
  state.good === version ? { ...state, asks } : { good: version, trial: null, asks, previous: state.good }

/** The server permits a waiting or rejected version to start. */
export const allowShell = (state: ShellState, version: string): ShellState => ({
  ...state,
  trial: null,
  allowed: version,
})

/** Rolls back to the previous version; undefined if it isn't stored. */
export function giveUpShell(state: ShellState, version: string): ShellState | undefined {
  const good = state.good === version ? state.previous : state.good
  if (good == null) return undefined
  return { ...state, good, previous: null, allowed: null, trial: { version, starts: STARTS } }
}

/** Remembers a version's damaged files; none if they have been replaced. */
export function markShell(state: ShellState, version: string, paths: readonly string[]): ShellState {
  const { [version]: before = [], ...others } = state.damaged ?? {}
  if (String(before) === String(paths)) return state
  return { ...state, damaged: paths.length > 0 ? { ...others, [version]: paths } : others }
}

/** The versions to try: an undamaged one before `version`, if that is damaged. */
export function startOrder(state: ShellState, version: string, newest: string): string[] {
  const known = [version, state.good, state.previous, newest].flatMap((each) => each ?? [])
  const isDamaged = (each: string) => Boolean(state.damaged?.[each])
  const order = [...known.filter((each) => !isDamaged(each)), ...known.filter(isDamaged)]
  return [...new Set(order)]
}
