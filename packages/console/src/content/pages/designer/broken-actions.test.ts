import { newWidget } from '@vitrine/contract/document/layout-document'
import type { Action } from '@vitrine/contract/fields/actions'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, it } from 'vitest'
import { NO_ACTIONS } from '#fields/actions/actions-host.ts'
import { withBrokenActions } from './broken-actions.ts'

const next = (mediaZoneId: string): Action => ({
  event: 'CLICK_TOUCH',
  target: '',
  type: 'LAYOUT',
  verb: 'LOAD_NEXT_MEDIA',
  props: { layoutId: '', layoutName: '', mediaZoneId, mediaOrder: null },
})
const make = (id: string, type: string, settings: object) => {
  const rect = { x: 0, y: 0, width: 100, height: 100 }
  const widget = newWidget({ id, type, name: id, zIndex: 1, ...rect }, WIDGET_FIELDS)
  return { ...widget, settings: { ...widget.settings, ...settings } }
}

it('Q-105 names the widgets whose zone was deleted, also behind the options of a list', () => {
  const host = {
    ...NO_ACTIONS,
    layouts: [{ id: '', name: 'Kiosk' }],
    zones: () => [{ id: 'zone', name: 'Zone', entries: [] }],
  }
  const widgets = [
    make('right', 'button', { actions: [next('zone')] }),
    make('wrong', 'button', { actions: [next('zone'), next('gone')] }),
    make('list', 'dropdown', { options: [{ label: 'A', actions: [next('gone')] }] }),
    make('text', 'text', { text: 'Hello' }),
  ]
  const found = withBrokenActions({ width: 1920, height: 1080, widgets }, host)
  expect(found.map(({ id }) => id)).toEqual(['wrong', 'list'])
})
