import { zoomStep } from '#content/pages/designer/geometry/view.ts'
import type { Options } from '#content/pages/designer/state/designer-state.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { type Command, hasSelection } from './command.ts'

const isOn = (option: keyof Options) => (designer: Designer) => designer.state.options[option]
const toggle = (option: keyof Options) => (designer: Designer) => designer.toggle(option)

const toggleDraw = (designer: Designer) => {
  designer.toggle('draw')
  designer.set({ brush: null })
}

export const VIEW = [
  {
    id: 'selectTool',
    group: 'view',
    keys: ['KeyV'],
    checked: (designer) => designer.state.tool === 'select',
    run: (designer) => designer.set({ tool: 'select' }),
  },
  { id: 'draw', group: 'view', keys: ['KeyR'], checked: isOn('draw'), run: toggleDraw },
  {
    id: 'handTool',
    group: 'view',
    keys: ['KeyH'],
    checked: (designer) => designer.state.tool === 'hand',
    run: (designer) => designer.set({ tool: 'hand' }),
  },
  {
    id: 'zoomIn',
    group: 'view',
    keys: ['mod+Equal', 'mod+shift+Equal', 'mod+NumpadAdd'],
    run: (designer) => designer.zoomTo(zoomStep(designer.state.view.zoom, 1)),
  },
  {
    id: 'zoomOut',
    group: 'view',
    keys: ['mod+Minus', 'mod+NumpadSubtract'],
    run: (designer) => designer.zoomTo(zoomStep(designer.state.view.zoom, -1)),
  },
  { id: 'zoomFull', group: 'view', keys: ['mod+Digit0'], run: (designer) => designer.zoomTo(1) },
  { id: 'zoomFit', group: 'view', keys: ['shift+Digit1'], run: (designer) => designer.fit() },
  {
    id: 'zoomSelection',
    group: 'view',
    keys: ['shift+Digit2'],
    enabled: hasSelection,
    run: (designer) => designer.fitSelection(),
  },
  { id: 'snap', group: 'view', keys: ['shift+KeyM'], checked: isOn('snap'), run: toggle('snap') },
  { id: 'grid', group: 'view', keys: ['mod+Quote'], checked: isOn('grid'), run: toggle('grid') },
  { id: 'rulers', group: 'view', keys: ['shift+KeyR'], checked: isOn('rulers'), run: toggle('rulers') },
  {
    id: 'safeAreas',
    group: 'view',
    keys: ['shift+KeyS'],
    checked: isOn('safeAreas'),
    run: toggle('safeAreas'),
  },
  { id: 'panels', group: 'view', keys: ['mod+Period'], checked: isOn('panels'), run: toggle('panels') },
  {
    id: 'pauseMotion',
    group: 'view',
    checked: (designer) => !designer.state.options.motion,
    run: toggle('motion'),
  },
] as const satisfies readonly Command[]
