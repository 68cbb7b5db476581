import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/api/content/storyboards'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type ReadDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { api } from '#lib/api.ts'
import { freeCardName } from '#queries/cards.ts'
import { makeStoryboardOf } from '#queries/make-storyboard.ts'

/** Seconds per loop of the first page. */
const SECONDS = 15

/** The first content and its screen. */
export interface FirstPlay {
  name: string
  document: ReadDocument
  device: Device
  groupName: string
  timezone: string
  /** Whether the user may approve storyboards; otherwise an approver must. */
  mayApprove: boolean
}

/** Records created so far: a retry continues after them. */
export interface Made {
  pageId?: string
  storyboardId?: string
  isApproved?: boolean
  groupId?: string
}

/** Cards have the size of standard storyboards; pages of other sizes are layouts. */
async function makePage({ name, document }: Pick<FirstPlay, 'name' | 'document'>, kind: 'card' | 'layout') {
  const page = writeDocument(document, WIDGET_FIELDS)
  if (kind === 'layout') return (await api.layouts.create({ body: { ...page, name } })).layout
  return (await api.cards.create({ body: { ...page, name: await freeCardName(name) } })).card
}

export type Step = 'card' | 'storyboard' | 'group' | 'screen'

/**
 * Plays a page on a screen: creates it, a storyboard and its approval, a group with it as the default, and
 * switches the screen to it. `onStep` reports progress. A failed step keeps earlier records.
 */
export async function playFirst(
  { name, document, device, groupName, timezone, mayApprove }: FirstPlay,
  made: Made,
  onStep: (step: Step) => void,
): Promise<Made> {
  onStep('card')
  const isStandard = document.width === STANDARD_WIDTH && document.height === STANDARD_HEIGHT
  const kind = isStandard ? 'card' : 'layout'
  made.pageId ??= (await makePage({ name, document }, kind)).id
  onStep('storyboard')
  if (!made.storyboardId) {
    const page = { kind, id: made.pageId, duration: SECONDS } as const
    made.storyboardId = (await makeStoryboardOf(page, { name, mode: 'AUTO' })).id
  }
  const { storyboardId } = made
  if (!mayApprove) return made
  if (!made.isApproved) {
    await api.storyboards.setStatus({ params: { id: storyboardId, status: 'approved' } })
    made.isApproved = true
  }
  onStep('group')
  if (!made.groupId && !device.deviceGroupId) {
    const schedule = { timezone, defaultStoryboardId: storyboardId, slots: [] }
    const body = { name: groupName, devices: [device.id], storyboardId, schedule }
    made.groupId = (await api.deviceGroups.create({ body })).deviceGroup.id
  }
  onStep('screen')
  // A new group's default plays immediately, so don't switch manually: that would override its schedule.
  if (made.groupId) return made
  await api.devices.switchStory({ params: { id: device.id }, body: { storyboardId } })
  return made
}
