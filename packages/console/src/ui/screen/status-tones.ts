export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'neutral'

/** The colors of all statuses; icons and texts are in status.tsx. */
export const STATUS_TONES = {
  approved: 'ok',
  pending: 'info',
  rejected: 'bad',
  draft: 'neutral',
  online: 'ok',
  late: 'warn',
  offline: 'bad',
  never: 'neutral',
  unknown: 'neutral',
  'up-to-date': 'ok',
  updating: 'info',
  behind: 'warn',
  'off-by-plan': 'neutral',
  panel: 'warn',
  active: 'ok',
  expiring: 'warn',
  expired: 'bad',
  revoked: 'bad',
  full: 'warn',
  verified: 'ok',
  unverified: 'neutral',
  open: 'info',
  answered: 'ok',
  closed: 'neutral',
  waiting: 'info',
  sent: 'ok',
  failed: 'bad',
  kept: 'warn',
  complete: 'ok',
  incomplete: 'warn',
  repaired: 'ok',
  damaged: 'bad',
} as const satisfies Record<string, Tone>

export type Status = keyof typeof STATUS_TONES
