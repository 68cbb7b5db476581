// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { DesignerProvider } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { setUpConsole, show } from '#test/console-window.tsx'
import { FrameFields } from './frame-fields.tsx'

setUpConsole()

const MIMETYPES: Record<string, string> = { film: 'video/mp4', photo: 'image/jpeg' }
const host: FieldsHost = {
  pickMedia: async () => [],
  media: (id) => ({ id, name: id, mimetype: MIMETYPES[id] ?? '' }),
  lookup: async () => [],
  palette: [],
  actions: { storyboards: [], layouts: [], zones: () => [], devices: [] },
}

const said = () => document.body.textContent ?? ''

test.each([
  ['film', 'multiply', 1],
  ['film', undefined, 0],
  ['photo', 'multiply', 0],
  [undefined, 'multiply', 0],
] as const)('behind: %s, blending: %s', async (behind, blend, warnings) => {
  const { designer } = testDesigner([{ id: 'a' }])
  const { page } = designer.state
  const [widget] = page.widgets
  if (!widget) throw new Error('No widget')
  const widgets = [{ ...widget, ...(blend && { frame: { blend } }) }]
  const backdrop = behind && { media: [{ mediaId: behind, duration: 0 }] }
  designer.commit({ ...page, widgets, ...(backdrop && { backdrop }) }, { name: 'edit', count: 1 })
  show(
    <DesignerProvider value={designer}>
      <FrameFields widgets={widgets} host={host} />
    </DesignerProvider>,
  )
  await waitFor(() => expect(said()).toContain('Opacity'))
  expect(said().match(/without a graphics processor/g)?.length ?? 0).toBe(warnings)
})
