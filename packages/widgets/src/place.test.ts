import { describe, expect, test } from 'vitest'
import { DEFINITIONS, WIDGET_FIELDS, type WidgetType } from './definitions.ts'
import { NO_CITY } from './kinds/prayer/definition.ts'
import { isElsewhere, settingsAt } from './place.ts'
import { templateDocument } from './templates/template-document.ts'
import { TEMPLATES } from './templates/templates.ts'

const BERLIN = { timeZone: 'Europe/Berlin', city: 'berlin' }
const TYPES = Object.keys(DEFINITIONS) as WidgetType[]

/** The zones and cities that settings name, by the fields of their type. */
const placesIn = (type: string, settings: Record<string, unknown>) =>
  Object.entries(WIDGET_FIELDS[type as WidgetType] ?? {}).flatMap(([name, field]) => {
    const list = 'lookup' in field ? field.lookup : undefined
    return list === 'timezones' || list === 'cities' ? [[list, settings[name]]] : []
  })
const OWN = { timezones: BERLIN.timeZone, cities: BERLIN.city } as Record<string, unknown>

test.each(TYPES)('each zone and city of a new %s is the place of its organization', (type) => {
  const named = placesIn(type, settingsAt(type, BERLIN))
  for (const [list, value] of named) expect(value).toBe(OWN[String(list)])
  expect(settingsAt(type, {})).toEqual({})
})

describe.each(TEMPLATES.map(({ id, pages }) => ({ id, pages })))('the template $id', ({ id, pages }) => {
  const owner = { name: 'Bakery', ...BERLIN }

  test('names no place but that of its organization', () => {
    for (const page of pages)
      for (const { type, settings } of templateDocument(page, owner, () => crypto.randomUUID()).widgets)
        for (const [list, value] of placesIn(type, settings)) expect(value).toBe(OWN[String(list)])
  })

  test('leaves out what needs a city where none is known, unless it asks for one', () => {
    const nowhere = { ...owner, city: null }
    for (const page of pages) {
      const { widgets } = templateDocument(page, nowhere, () => crypto.randomUUID())
      const kept = widgets.filter(({ type }) => isElsewhere(type as WidgetType, nowhere))
      expect(kept.map(({ settings }) => settings)).toEqual(
        id === 'prayer-times' ? [expect.objectContaining({ prayerLocation: NO_CITY })] : [],
      )
      expect(widgets.length).toBeGreaterThan(0)
    }
  })
})
