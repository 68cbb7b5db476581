// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { SOURCES_LOOKUP } from '@vitrine/contract/document/source-data'
import type { Field } from '@vitrine/contract/fields/field'
import type { Choice } from '@vitrine/contract/fields/option'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import { DEFINITIONS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FieldsForm } from '#fields/fields-form.tsx'
import texts from '#locales/en-us.json'

await i18next.use(initReactI18next).init({
  lng: 'en-us',
  lowerCaseLng: true,
  resources: { 'en-us': { translation: texts } },
  interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
})

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Requests for lists, by name and search. */
let asked: string[] = []

const CITIES = ['Berlin', 'Cairo', 'Lagos', 'Lima', 'Oslo', 'Paris', 'Quito', 'Rome', 'Tokyo']
const LISTS: Record<string, readonly Choice[]> = {
  cities: CITIES.map((label) => ({ label, value: label.toLowerCase() })),
  timezones: GMT_ZONES,
  [SOURCES_LOOKUP]: CITIES.map((city) => ({ label: `Menu of ${city}`, value: `Menu of ${city}` })),
}

/** Every list setting of every widget. */
const LOOKUPS = WIDGET_TYPES.flatMap((type) =>
  Object.entries<Field>(DEFINITIONS[type].fields).flatMap(([name, field]) =>
    field.type === 'lookup' ? [[`${type} ${name}`, field] as const] : [],
  ),
)

let root: Root | undefined

/** Renders the field with its default; lists load asynchronously and search like the server. */
async function draw(field: Field): Promise<void> {
  const lookup = (name: string, search: string) =>
    new Promise<readonly Choice[]>((resolve) => {
      asked.push(`${name} ${search}`)
      const found = LISTS[name]?.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
      setTimeout(() => resolve(found ?? []), 100)
    })
  const actions = { storyboards: [], layouts: [], zones: () => [], devices: [] }
  const host = { pickMedia: async () => [], media: () => undefined, lookup, palette: [], actions }
  const home = document.body.appendChild(document.createElement('div'))
  root = createRoot(home)
  const values = defaultsOf({ x: field })
  act(() =>
    root?.render(
      <MantineProvider env="test">
        <FieldsForm fields={{ x: field }} values={values} errors={{}} host={host} onChange={() => {}} />
      </MantineProvider>,
    ),
  )
  await settle()
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(2000))
const field = () => {
  const found = document.querySelector<HTMLInputElement>('input[role="combobox"], input[aria-haspopup]')
  if (!found) throw new Error('no field')
  return found
}
/** The options of the open list; the DOM keeps those of a closed one. */
const offered = () =>
  field().getAttribute('aria-expanded') === 'true'
    ? [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent)
    : []

async function open(): Promise<void> {
  const input = field()
  act(() => {
    input.focus()
    input.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    input.click()
  })
  // The list component loads on first opening.
  await act(() => vi.dynamicImportSettled())
  await settle()
}
async function leave(): Promise<void> {
  act(() => {
    field().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    field().blur()
  })
  await settle()
}

test.each(LOOKUPS)('I-002: %s offers all its choices when first opened', async (_name, lookup) => {
  await draw(lookup)
  await open()
  const first = offered()
  expect(first.length).toBeGreaterThanOrEqual(lookup.options?.length ?? 9)
  await leave()
  expect(offered()).toEqual([])
  await open()
  expect(offered()).toEqual(first)
})

test('E-027: a current choice that its list contains is not requested separately', async () => {
  await draw(DEFINITIONS.weather.fields.weatherLocation)
  await open()
  await leave()
  await open()
  expect(asked).toEqual(['cities '])
})

test('a current choice missing from its list is fetched and offered by name', async () => {
  await draw({ ...DEFINITIONS.weather.fields.weatherLocation, default: 'oulu' })
  expect(asked).toEqual(['cities ', 'cities oulu'])
  await open()
  expect(offered()).toEqual(['oulu', ...CITIES])
  expect(asked).toEqual(['cities ', 'cities oulu'])
})

test('data sources added in another tab are offered on return', async () => {
  LISTS['data-sources'] = []
  await draw({ type: 'lookup', label: 'Prices', lookup: 'data-sources' })
  const link = document.querySelector<HTMLAnchorElement>('a[target=_blank]')
  expect(link?.getAttribute('href')).toBe('#/app/media-library/sources/create')
  LISTS['data-sources'] = [{ value: 'Menu', label: 'Menu' }]
  window.dispatchEvent(new Event('focus'))
  await settle()
  await open()
  expect(offered()).toEqual(['Menu'])
})
