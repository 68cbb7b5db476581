import type { TruthReason, TruthValue } from '#player/truth.ts'

/** Groups of screens by their state: lists filter by one. A screen can be in several. */
export const DEVICE_FACETS = [
  'right',
  'differs',
  'unknown',
  'problems',
  'playing',
  'switched',
  'updating',
  'behind',
  'offline',
  'never',
  'unassigned',
  'blank',
  'panel',
] as const
/** All groups that are counted: also parts of the above that the dashboard words differently. */
export const DEVICE_STATES = [...DEVICE_FACETS, 'late', 'astray', 'untaken'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]
export type DeviceFacet = (typeof DEVICE_FACETS)[number]

interface Known {
  connection: string
  content: string
  truth: { value: TruthValue; because: TruthReason }
}

/** Reasons that need attention: a manual switch is someone's will, and a download takes its time. */
export const PROBLEM_REASONS = [
  'untaken',
  'blank',
  'nothing',
  'astray',
  'behind',
  'panel',
] as const satisfies TruthReason[]

const isSilent = ({ connection }: Known) => connection === 'offline' || connection === 'late'
const isOnline = ({ connection }: Known) => connection === 'online'
const because =
  (reason: TruthReason) =>
  ({ truth }: Known) =>
    truth.because === reason
const is =
  (value: TruthValue) =>
  ({ truth }: Known) =>
    truth.value === value

/** Which screens a state has; the server's queries decide the same. */
const BELONGS: Record<DeviceState, (device: Known) => boolean> = {
  right: is('right'),
  differs: is('differs'),
  unknown: is('unknown'),
  problems: (device) => isSilent(device) || PROBLEM_REASONS.some((reason) => reason === device.truth.because),
  playing: (device) => isOnline(device) && device.content !== 'behind' && device.content !== 'updating',
  switched: because('switched'),
  updating: (device) => isOnline(device) && device.content === 'updating',
  behind: because('behind'),
  offline: isSilent,
  never: because('never'),
  late: ({ connection }) => connection === 'late',
  unassigned: because('nothing'),
  blank: because('blank'),
  panel: because('panel'),
  astray: because('astray'),
  untaken: because('untaken'),
}
export const isInState = (state: DeviceState, device: Known): boolean => BELONGS[state](device)
