/**
 * Status of the panel, from the kiosk's helper. `none`: the panel can't be switched; `unknown`: it doesn't respond.
 * Absent without a helper.
 */
export const PANEL_STATES = [
  'on',
  'off-by-plan',
  'off',
  'other-input',
  'on-outside-hours',
  'unknown',
  'none',
] as const
export type PanelState = (typeof PANEL_STATES)[number]

/** Statuses that contradict the screen's hours. */
export const PANEL_PROBLEMS = ['off', 'other-input', 'on-outside-hours'] as const satisfies PanelState[]

export const isPanelProblem = (panel: PanelState | undefined): panel is (typeof PANEL_PROBLEMS)[number] =>
  PANEL_PROBLEMS.some((problem) => problem === panel)
