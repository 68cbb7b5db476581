/** Messages between a player and the hidden page of its target address. */
export type FromMeeting =
  | { meet: 'ready' }
  | { meet: 'ticket'; ticket: string }
  | { meet: 'refused'; why: string }
export interface ToMeeting {
  token: string
}
