import { selectedUse } from '#content/pages/designer/state/selected-use.ts'
import { type Command, hasMovable } from './command.ts'

export const PARTS = [
  {
    id: 'makePart',
    group: 'arrange',
    menu: true,
    enabled: (designer) =>
      hasMovable(designer) && !designer.isPart && designer.mayDesign && selectedUse(designer) === undefined,
    run: (designer) => designer.request('makePart'),
  },
  {
    id: 'editPart',
    group: 'arrange',
    menu: true,
    enabled: (designer) => selectedUse(designer) !== undefined && designer.mayDesign,
    run: (designer) => designer.request('editPart'),
  },
  {
    id: 'detachPart',
    group: 'arrange',
    menu: true,
    enabled: (designer) => {
      const use = selectedUse(designer)
      return use !== undefined && !use.locked && designer.parts.has(use.use.part)
    },
    run: (designer) => designer.request('detachPart'),
  },
] as const satisfies readonly Command[]
