// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { LayoutInput } from '@vitrine/contract/api/content/layouts'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()
beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const IMPACT = {
  ...{ screens: 9, changes: 9, buildings: 0, unsure: 0, unknownTags: ['Bar'], missing: [], examples: [] },
  nothing: { screens: 7, from: Date.parse('2026-11-27T12:00:00Z') },
  rules: [{ index: 0, screens: 2 }],
}

test('an entry of a media zone plays on some screens only, and the save says first which ones show nothing', async () => {
  const { press, page, user, server, field } = openConsole('/app/layouts/design/y1', {
    ...ONE_OF_EACH,
    'layouts.update': ({ query }: { query: { dryRun?: string } }) => ({
      layout: { ...LAYOUT, version: 2 },
      ...(query.dryRun && { impact: IMPACT }),
    }),
    'media.listed': { media: [] },
  })
  await press('Media Zone')
  await press('Add content')
  const zone = await dialog('Media')
  await zone.press('Add files by rule')
  await zone.press('Screens of All images and videos')
  await user.type(await field('Only for: Tags'), 'Bar{Enter}')
  await page().findByText('Shown on screens tagged Bar.')
  await page().findByText('Shown on 2 of 9 screens')
  await page().findByText('No screen has these tags yet: Bar')
  await zone.press('Save')
  await user.keyboard('{Control>}s{/Control}')
  const warning = await dialog('Some screens would show nothing')
  expect(warning.element.textContent).toContain('7 screens would show nothing from')
  expect(server.named('layouts.update')).toEqual([])
  await warning.press('Save anyway')
  await waitFor(() => expect(server.named('layouts.update')).toHaveLength(1))
  const saved = LayoutInput.parse(server.named('layouts.update')[0]?.body)
  expect(saved.config.inputs.find(({ kind }) => kind === 'media-zone')?.value).toEqual([
    { mediaId: '', files: { order: 'newest', most: 10 }, duration: 0, screens: { anyTags: ['Bar'] } },
  ])
})
