import { newWidget, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import { ApiError } from '#lib/server/transport.ts'
import { recognizingOwn } from './own-saves.ts'

type Sent = Parameters<ReturnType<typeof recognizingOwn>>[0]

const pageWith = (...types: string[]): Page => ({
  name: 'Lobby',
  width: 1920,
  height: 1080,
  widgets: types.map((type, index) =>
    newWidget(
      { id: type, type, name: type, zIndex: types.length - index, x: 0, y: 0, width: 200, height: 100 },
      WIDGET_FIELDS,
    ),
  ),
})
const sentOf = (page: Page): Sent => ({ name: page.name, document: documentOf(page, WIDGET_FIELDS) })

/** A server with one page, whose responses may be lost. */
function openServer() {
  const base = { current: 1 as number | undefined }
  let stored = { version: 1, ...sentOf(pageWith()) }
  let loses: number | undefined
  const save = async (page: Sent, overwrite: boolean) => {
    if (!overwrite && base.current !== stored.version) throw new ApiError(409, { errKey: 'CONFLICT' })
    stored = { ...page, version: stored.version + 1 }
    const status = loses
    loses = undefined
    if (status !== undefined) throw new ApiError(status)
    base.current = stored.version
  }
  const load = async () => {
    base.current = stored.version
    return { name: stored.name, ...readDocument(stored.document, WIDGET_FIELDS) }
  }
  return {
    base,
    save: recognizingOwn(save, load, base),
    lose: (status: number) => {
      loses = status
    },
    someoneSaves: (page: Page) => {
      stored = { ...sentOf(page), version: stored.version + 1 }
    },
    stored: () => stored,
  }
}

test.each([0, 502, 504])(
  'a save whose response was lost (%i) is no conflict for the next one',
  async (status) => {
    for (const next of [pageWith('text'), pageWith('text', 'button')]) {
      const server = openServer()
      server.lose(status)
      await expect(server.save(sentOf(pageWith('text')), false)).rejects.toThrow()
      await server.save(sentOf(next), false)
      expect(server.stored()).toEqual({ ...sentOf(next), version: 3 })
      await server.save(sentOf(pageWith('button')), false)
      expect(server.base.current).toBe(4)
    }
  },
)

test('what someone else saved after it is a conflict, again and again', async () => {
  const server = openServer()
  server.lose(0)
  await expect(server.save(sentOf(pageWith('text')), false)).rejects.toThrow()
  server.someoneSaves(pageWith('weather'))
  for (let tries = 0; tries < 2; tries += 1)
    await expect(server.save(sentOf(pageWith('text')), false)).rejects.toMatchObject({ errKey: 'CONFLICT' })
  expect(server.stored()).toMatchObject(sentOf(pageWith('weather')))
  await server.save(sentOf(pageWith('text')), true)
  expect(server.stored()).toMatchObject(sentOf(pageWith('text')))
})

test('a refused save is not recognized as one’s own', async () => {
  const server = openServer()
  server.someoneSaves(pageWith('text'))
  await expect(server.save(sentOf(pageWith('text')), false)).rejects.toMatchObject({ errKey: 'CONFLICT' })
})
