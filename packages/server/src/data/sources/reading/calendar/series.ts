import type ICAL from 'ical.js'
import type { ZoneBook } from './zones.ts'

/** An event with its changed occurrences: moved, renamed, or canceled. */
export interface Series {
  event: ICAL.Component
  changed: readonly ICAL.Component[]
  zones: ZoneBook
}

/** A calendar's events by UID. Changed occurrences whose event isn't in the file are events too. */
export function seriesOf(components: readonly ICAL.Component[], zones: ZoneBook): Series[] {
  const events: ICAL.Component[] = []
  const changed = new Map<string, ICAL.Component[]>()
  for (const component of components)
    if (!component.hasProperty('recurrence-id')) events.push(component)
    else {
      const uid = uidOf(component)
      const list = changed.get(uid) ?? []
      if (list.length === 0) changed.set(uid, list)
      list.push(component)
    }
  const found: Series[] = []
  for (const event of events) {
    const uid = uidOf(event)
    found.push({ event, changed: latest(changed.get(uid) ?? []), zones })
    changed.delete(uid)
  }
  for (const list of changed.values())
    for (const event of latest(list)) found.push({ event, changed: [], zones })
  return found
}

const uidOf = (component: ICAL.Component) => String(component.getFirstPropertyValue('uid') ?? '')

/** The latest version of an occurrence. */
function latest(components: readonly ICAL.Component[]): ICAL.Component[] {
  const sequence = (component: ICAL.Component) => Number(component.getFirstPropertyValue('sequence') ?? 0)
  const found = new Map<string, ICAL.Component>()
  for (const component of components) {
    const id = String(component.getFirstPropertyValue('recurrence-id'))
    const known = found.get(id)
    if (!known || sequence(component) >= sequence(known)) found.set(id, component)
  }
  return [...found.values()]
}
