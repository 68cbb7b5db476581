// @vitest-environment happy-dom
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import { Designer } from '#content/pages/designer/state/store.ts'
import { pageOfMedium } from './first-page.ts'
import { STARTERS, starterPage } from './starter-page.ts'

const BERLIN = { timeZone: 'Europe/Berlin', city: 'berlin' }
/** Values of widgets' defaults, which name another place than Berlin. */
const ELSEWHERE = /cairo|Etc.GMT/i

function added(type: string) {
  const designer = new Designer({ name: 'Page', width: 1920, height: 1080, widgets: [] })
  designer.place = BERLIN
  designer.add(type, type)
  return designer.state.page
}

const PATHS = [
  ...STARTERS.map((starter) => {
    const screen = { width: 1920, height: 1080 }
    return [
      `the first run's ${starter}`,
      () => starterPage(starter, { name: '', ...BERLIN }, screen),
    ] as const
  }),
  ['a file of the first run', () => pageOfMedium('m', 'Film').document] as const,
  ...Object.keys(DEFINITIONS).map((type) => [`the designer's ${type}`, () => added(type)] as const),
]

test.each(PATHS)('%s names no zone or city but that of the organization', (_, makePage) => {
  const page = makePage()
  expect(page.widgets.length).toBeGreaterThan(0)
  expect(JSON.stringify(page)).not.toMatch(ELSEWHERE)
})
