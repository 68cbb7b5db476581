import ICAL from 'ical.js'

/** An event with its changed occurrences: moved, renamed, or canceled. */
export interface Series {
  event: ICAL.Event
  changed: readonly ICAL.Event[]
}

/** A calendar's events by UID. Changed occurrences whose event isn't in the file are events too. */
export function seriesOf(components: readonly ICAL.Component[]): Series[] {
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
  for (const component of events) {
    const uid = uidOf(component)
    const own = latest(changed.get(uid) ?? [])
    changed.delete(uid)
    try {
      const exceptions = own.map((each) => new ICAL.Event(each))
      found.push({ event: new ICAL.Event(component, { exceptions: own }), changed: exceptions })
    } catch {
      // One broken event doesn't hide the others.
    }
  }
  for (const list of changed.values())
    for (const each of latest(list)) found.push({ event: new ICAL.Event(each), changed: [] })
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
