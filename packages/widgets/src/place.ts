import { WIDGET_FIELDS, type WidgetType } from './definitions.ts'
import { NO_CITY } from './kinds/prayer/definition.ts'

/** Where an organization is: new widgets with a time zone or a city start with it. */
export interface Place {
  /** An IANA name. */
  timeZone?: string
  /** A value of the lookup `cities`; null: none is known. */
  city?: string | null
}

const fieldOf = (type: WidgetType, lookup: string) =>
  Object.entries(WIDGET_FIELDS[type] ?? {}).find(
    ([, field]) => 'lookup' in field && field.lookup === lookup,
  )?.[0]

/** The settings of a widget's type that name the place. */
export function settingsAt(type: WidgetType, { timeZone, city }: Place): Record<string, string> {
  const [zone, town] = [fieldOf(type, 'timezones'), fieldOf(type, 'cities')]
  return { ...(zone && timeZone && { [zone]: timeZone }), ...(town && city && { [town]: city }) }
}

/** The settings of a widget that is kept where no city is known: it asks for one. */
export function settingsNowhere(type: WidgetType): Record<string, string> {
  const town = fieldOf(type, 'cities')
  return town ? { [town]: NO_CITY } : {}
}

/** Whether a widget would show another place: it needs a city, and none is known. */
export const isElsewhere = (type: WidgetType, { city }: Place): boolean =>
  city === null && fieldOf(type, 'cities') !== undefined
