import type { Test } from '@vitrine/contract/schedule/conditions'
import { makeGroup, makeLayout, makeStoryboard } from './content.ts'
import type { Caller } from './harness.ts'
import type { Refusal } from './refusals.ts'

/** A storyboard with a page that plays while a condition holds. */
async function makeConditional(admin: Caller, test: Test) {
  const layout = await makeLayout(admin)
  const items = [{ layoutId: layout.id, duration: 5, when: { tests: [test] } }]
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: 'Conditional', type: 'designed', items },
  })
  return storyboard
}

export const CONDITIONS: Record<string, Refusal> = {
  'data source in a condition': {
    route: 'sources.remove',
    errKey: 'SOURCE_IN_USE',
    make: async (admin) => {
      const file = { name: 'queue.csv', content: btoa('Length\n7\n') }
      const { source } = await admin.api.sources.create({
        body: { name: 'Queue', kind: 'csv', file } as never,
      })
      const test = { of: 'source', from: 'Queue', field: 'Length', is: 'above', value: 5 } as const
      const { name } = await makeConditional(admin, test)
      return { id: source.id, uses: [`storyboard ${name}`] }
    },
  },
  'trigger in a condition': {
    route: 'triggers.remove',
    errKey: 'USED_IN_CONDITION',
    make: async (admin) => {
      const shown = await makeStoryboard(admin)
      const group = await makeGroup(admin, shown.id)
      const body = { name: 'Door', deviceGroupId: group.id, storyboardId: shown.id }
      const { trigger } = await admin.api.triggers.create({ body })
      const test = { of: 'trigger', from: trigger.id, field: 'Raised', is: 'is', value: true } as const
      const { name } = await makeConditional(admin, test)
      return { id: trigger.id, uses: [`storyboard ${name}`] }
    },
  },
}
