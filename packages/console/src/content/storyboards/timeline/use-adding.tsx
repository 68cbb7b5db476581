import { useQueryClient } from '@tanstack/react-query'
import {
  DEFAULT_ITEM_SECONDS,
  type Storyboard,
  type StoryboardType,
} from '@vitrine/contract/api/content/storyboards'
import { LOCAL_KINDS } from '@vitrine/contract/schedule/local-slot'
import { type ReactNode, useState } from 'react'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#content/storyboards/form/storyboard-values.ts'
import { newId } from '#lib/browser/new-id.ts'
import { notify } from '#lib/toasts.ts'
import { pageByIdQuery, type StoryPage } from '#queries/pages.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { admitted, type Item, itemOf, type Size, withPage } from './timeline.ts'

const CardPicker = lateDialog(async () => (await import('#pickers/pages/card-picker.tsx')).CardPicker)
const LayoutPicker = lateDialog(async () => (await import('#pickers/pages/layout-picker.tsx')).LayoutPicker)

export type ItemList = UseFieldArrayReturn<StoryboardValues, 'items', 'key'>

interface Adding {
  type: StoryboardType
  size: Size | undefined
  organizationId: string | undefined
  list: ItemList
}

/** A local slot without a fallback, which takes anything. */
const slotItem = (name: string): Item => ({
  duration: DEFAULT_ITEM_SECONDS,
  slot: { id: newId(), name, kinds: [...LOCAL_KINDS], entries: 3 },
})

/** Adds pages from the shelf or the picker; shows why others don't fit. */
export function useAdding({ type, size, organizationId, list }: Adding): {
  add: (pages: readonly StoryPage[]) => void
  addStory: (story: Pick<Storyboard, 'id'>) => void
  addSlot: () => void
  open: () => void
  replace: (index: number) => void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ place?: number }>()
  const client = useQueryClient()
  const { getValues } = useFormContext<StoryboardValues>()
  const admit = (pages: readonly StoryPage[]) => {
    const { taken, refused, size: common } = admitted(pages, size, organizationId)
    const reasons = refused.map(({ page, reason }) =>
      t(`storyboards.refused.${reason}`, {
        name: page.name,
        width: page.width,
        height: page.height,
        wantedWidth: common?.width,
        wantedHeight: common?.height,
      }),
    )
    if (reasons.length)
      notify({ kind: 'warning', title: t('storyboards.notAdded'), message: reasons.join('\n') })
    // Cache the pages to render them without a request.
    for (const page of taken)
      client.setQueryData(pageByIdQuery(type, page.id).queryKey, { id: page.id, page })
    return taken
  }
  const append = (items: readonly Item[]) =>
    list.append(items as StoryboardValues['items'], { shouldFocus: false })
  const add = (pages: readonly StoryPage[]) => append(admit(pages).map(({ id }) => itemOf(type, id)))
  const onPick = (pages: readonly StoryPage[]) => {
    const place = asked?.place
    setAsked(undefined)
    if (place === undefined) return add(pages)
    const [page] = admit(pages)
    // The fields of the list have what its items were when they entered it.
    const item = getValues('items')[place]
    if (page && item)
      list.update(place, withPage(item as Item, type, page.id) as StoryboardValues['items'][number])
  }
  const shared = {
    opened: asked !== undefined,
    multiple: asked?.place === undefined,
    onPick,
    onClose: () => setAsked(undefined),
  }
  return {
    add,
    addStory: ({ id: storyboardId }) => append([{ storyboardId }]),
    addSlot: () => append([slotItem(t('local.slot.newName'))]),
    open: () => setAsked({}),
    replace: (place) => setAsked({ place }),
    dialog: type === 'standard' ? <CardPicker {...shared} /> : <LayoutPicker {...shared} size={size} />,
  }
}
