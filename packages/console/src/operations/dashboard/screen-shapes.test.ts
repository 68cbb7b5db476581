// @vitest-environment happy-dom
import { readDocument } from '@vitrine/contract/document/layout-document'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { makeCardOf } from '#queries/make-card.ts'
import { pageOfMedium } from './first-page.ts'
import { STARTERS, starterPage } from './starter-page.ts'

const FILES = ['video/mp4', 'image/png', 'application/zip', 'text/html'].map(
  (mimetype, index) => ({ id: `m${index}`, mimetype, organizationId: 'o' }) as never,
)
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
  { width: 7560, height: 2160 },
]

/** The page of `Play on…`, `Create storyboard` and a slide show as the server gets it. */
async function made(files: never[]) {
  const create = vi.spyOn(api.cards, 'create').mockResolvedValue({ card: { id: 'c' } } as never)
  await makeCardOf(files, 'Film')
  const { body } = create.mock.calls.at(-1)?.[0] ?? {}
  create.mockRestore()
  return readDocument(body as never, WIDGET_FIELDS)
}

const PATHS = [
  ...FILES.map((file, index) => [`playing file ${index}`, () => made([file])] as const),
  ['a slide show', () => made(FILES)] as const,
  ['the first run', async () => pageOfMedium('m', 'Film').document] as const,
]

test.each(PATHS)('the page of %s fills screens of every shape, with blurred edges', async (_, makePage) => {
  const page = await makePage()
  expect(page).toMatchObject({ width: 1920, height: 1080, widgets: [{ settings: { fit: 'blur' } }] })
  for (const screen of SCREENS) {
    const { width, height, widgets } = inShapeOf(page, screen)
    expect(width / height).toBeCloseTo(screen.width / screen.height, 2)
    expect(widgets).toMatchObject([{ x: 0, y: 0, width, height }])
  }
})

test.each(STARTERS)('the first run offers %s in the shape nearest to the screen', (starter) => {
  const shapes = SCREENS.map((screen) => starterPage(starter, { name: 'Bakery' }, screen))
  const [landscape, portrait] = shapes.map(({ width, height }) => width > height)
  expect([landscape, portrait]).toEqual([true, false])
})
