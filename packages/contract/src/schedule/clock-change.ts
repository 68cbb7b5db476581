import { clockChange, DAY, instantOf, MINUTE, zoneOffset } from './time-zone.ts'

/** Minutes of a day that its clocks skip, or show twice. */
export interface ClockChange {
  kind: 'skipped' | 'repeated'
  from: number
  to: number
}

/** What a zone's clocks skip or repeat on a day (`YYYY-MM-DD`), if it is not 24 hours long. */
export function clockChangeOn(zone: string, date: string): ClockChange | undefined {
  const [start, end] = [instantOf(zone, date, 0), instantOf(zone, date, 1440)]
  if (end - start === DAY) return undefined
  const at = clockChange(zone, start - 1000, end)
  const shown = (offset: number) => (at + offset - Date.parse(date)) / MINUTE
  const [was, is] = [shown(zoneOffset(zone, at - 1000)), shown(zoneOffset(zone, at))]
  return was < is ? { kind: 'skipped', from: was, to: is } : { kind: 'repeated', from: is, to: was }
}
