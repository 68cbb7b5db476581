import { makeLayout, makePart, showingPart } from './content.ts'
import type { Refusal } from './refusals.ts'

export const PARTS: Record<string, Refusal> = {
  'part on a page': {
    ...({ route: 'parts.remove', errKey: 'PART_IN_USE' } as const),
    make: async (admin) => {
      const { id } = await makePart(admin)
      return { id, uses: [`layout ${(await makeLayout(admin, showingPart(id))).name}`] }
    },
  },
}
