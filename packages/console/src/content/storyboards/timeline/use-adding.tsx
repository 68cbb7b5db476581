import { useQueryClient } from '@tanstack/react-query'
import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { type ReactNode, useState } from 'react'
import type { UseFieldArrayReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#content/storyboards/form/storyboard-values.ts'
import { notify } from '#lib/toasts.ts'
import { pageByIdQuery, type StoryPage } from '#queries/pages.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { admitted, itemOf, type Size } from './timeline.ts'

const CardPicker = lateDialog(async () => (await import('#pickers/pages/card-picker.tsx')).CardPicker)
const LayoutPicker = lateDialog(async () => (await import('#pickers/pages/layout-picker.tsx')).LayoutPicker)

export type ItemList = UseFieldArrayReturn<StoryboardValues, 'items', 'key'>

interface Adding {
  type: StoryboardType
  size: Size | undefined
  organizationId: string | undefined
  list: ItemList
}

/** Adds pages from the shelf or the picker; shows why others don't fit. */
export function useAdding({ type, size, organizationId, list }: Adding): {
  add: (pages: readonly StoryPage[]) => void
  open: () => void
  replace: (index: number, seconds: number) => void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ place?: { index: number; seconds: number } }>()
  const client = useQueryClient()
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
  const add = (pages: readonly StoryPage[]) =>
    list.append(admit(pages).map(({ id }) => itemOf(type, id)) as StoryboardValues['items'], {
      shouldFocus: false,
    })
  const onPick = (pages: readonly StoryPage[]) => {
    const place = asked?.place
    setAsked(undefined)
    if (!place) return add(pages)
    const [page] = admit(pages)
    if (page)
      list.update(place.index, {
        ...(itemOf(type, page.id, place.seconds) as StoryboardValues['items'][number]),
        transition: list.fields[place.index]?.transition,
      })
  }
  const shared = {
    opened: asked !== undefined,
    multiple: asked?.place === undefined,
    onPick,
    onClose: () => setAsked(undefined),
  }
  return {
    add,
    open: () => setAsked({}),
    replace: (index, seconds) => setAsked({ place: { index, seconds } }),
    dialog: type === 'standard' ? <CardPicker {...shared} /> : <LayoutPicker {...shared} size={size} />,
  }
}
