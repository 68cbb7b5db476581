/** A value from `since` until just before `until`; infinite if it never changed or never will. */
export interface TimedValue<T> {
  value: T
  since: number
  until: number
}
