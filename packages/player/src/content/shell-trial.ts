/**
 * A version of the app is on trial until it confirms that it works. After a few failed starts, the previous version
 * is served until a newer one arrives.
 */
export interface ShellState {
  /** The version that last said that it runs. */
  good: string | null
  trial: { version: string; starts: number } | null
}

/** Power cuts count as starts, too, so one is not enough to give a version up. */
const STARTS = 2

export const NO_SHELLS: ShellState = { good: null, trial: null }

/** Which version to serve to a page that starts now, and the state to remember. */
export function startShell(state: ShellState, newest: string): { version: string; state: ShellState } {
  if (state.good === null || state.good === newest) return { version: newest, state }
  const starts = state.trial?.version === newest ? state.trial.starts : 0
  if (starts >= STARTS) return { version: state.good, state }
  return { version: newest, state: { ...state, trial: { version: newest, starts: starts + 1 } } }
}
