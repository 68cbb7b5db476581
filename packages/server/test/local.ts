import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { makeLayout, page } from './content.ts'
import type { Caller } from './harness.ts'

let made = 0

/** Of each slot made here, so that bodies can name one before its storyboard is known. */
const SLOT_ID = '22222222-2222-4222-8222-222222222222'

/** The key with which items of a storyboard name their page, and a page for it. */
async function makePage(admin: Caller, type: StoryboardType) {
  if (type === 'designed') return { layoutId: (await makeLayout(admin)).id }
  const { card } = await admin.api.cards.create({ body: { ...page(), name: `Local ${++made}` } })
  return { cardId: card.id }
}

/** An approved storyboard with a local slot. */
export async function makeSlot(admin: Caller, type: StoryboardType = 'designed') {
  const shows = await makePage(admin, type)
  const slot: LocalSlot = { id: SLOT_ID, name: 'Offers', kinds: ['picture', 'video', 'page'] }
  const { storyboard } = await admin.api.storyboards.create({
    body: {
      name: `Local ${++made}`,
      type,
      mode: 'AUTO',
      items: [{ ...shows, duration: 5, slot }],
    },
  })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  return { storyboardId: storyboard.id, slotId: slot.id, shows }
}

/** What fills the slot of a new storyboard in a new building. */
export async function fillingSlot(admin: Caller, type?: StoryboardType) {
  const { shows, ...slot } = await makeSlot(admin, type)
  const floors = [{ name: 'Ground' }]
  const { building } = await admin.api.buildings.create({
    body: { name: `Branch ${++made}`, location: 'Cairo', floors },
  })
  const body = { ...slot, placeId: building.id, entries: [{ ...shows, duration: 5 }] }
  return { body, building }
}

/** What a new building shows in the slot of a new storyboard. */
export async function makeFilled(admin: Caller, type?: StoryboardType) {
  const { body, building } = await fillingSlot(admin, type)
  const { content } = await admin.api.localContent.create({ body })
  return { id: content.id, building }
}

/** A sample for the laws. */
export const localContent = {
  body: () => ({ storyboardId: 'nowhere', slotId: SLOT_ID, placeId: 'nowhere', entries: [] }),
  make: async (admin: Caller) => (await makeFilled(admin)).id,
}

/** A refusal for the laws. */
export const placeInUse = {
  route: 'buildings.remove',
  errKey: 'USED_IN_RULE',
  make: async (admin: Caller) => {
    const { building } = await makeFilled(admin)
    return { id: building.id, uses: [`storyboard Offers · ${building.name}`] }
  },
} as const

/** An uploaded file, because the laws have no network. */
export const priceList = {
  kind: 'csv' as const,
  file: { name: 'prices.csv', content: btoa('Dish,Price\nEspresso,2.50\nTea,3\n') },
}
