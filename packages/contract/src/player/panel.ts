/**
 * What the helper of a kiosk knows of the panel that its screen shows on. `none`: nothing there can switch it; `unknown`: it
 * doesn't answer. Absent where no helper runs.
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

/** People see something else than the plan says. */
export const PANEL_PROBLEMS = ['off', 'other-input', 'on-outside-hours'] as const satisfies PanelState[]

export const isPanelProblem = (panel: PanelState | undefined): panel is (typeof PANEL_PROBLEMS)[number] =>
  PANEL_PROBLEMS.some((problem) => problem === panel)
