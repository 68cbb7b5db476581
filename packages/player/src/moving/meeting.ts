/** Between a player and the hidden page of the address that it is to move to. */
export type FromMeeting =
  | { meet: 'ready' }
  | { meet: 'ticket'; ticket: string }
  | { meet: 'refused'; why: string }
export interface ToMeeting {
  token: string
}
