import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/media'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cardsKey, freeCardName } from '#features/cards/queries.ts'
import { deviceGroupsKey } from '#features/device-groups/queries.ts'
import { devicesKey } from '#features/devices/queries.ts'
import { makeStoryboardOf } from '#features/storyboards/api.ts'
import { storyboardsKey, storyboardsQuery } from '#features/storyboards/queries.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { notify } from '#lib/toasts.ts'
import { type FailedItem, useMany } from '#ui/work/use-many.ts'
import { makeCardOf } from './make-card.ts'
import { type Playable, type PlayWhen, type Source, screensOf, type Targets, wayBack } from './play-plan.ts'

/** Names may have 100 characters, a number behind them included. */
const LONGEST = 90

export interface PlayWish {
  playable: Playable
  /** Of `playable`, when it is a file. */
  media: Media | undefined
  source: Source
  targets: Targets
  when: PlayWhen
  allDevices: readonly Device[]
}

/** What was not done, by name. Empty: all of it was. */
export type Undone = readonly { id: string; name: string; reason: string | undefined }[]

/** Does what was planned. */
export function usePlay() {
  const { t } = useTranslation()
  const storyboardFor = useStoryboardFor()
  const switchAll = useMany<{ id: string; name: string; storyboardId: string }>({
    write: ({ id, storyboardId }) =>
      api.devices.switchStory({ params: { deviceId: id }, body: { storyboardId } }),
    invalidates: [devicesKey],
    quiet: true,
  })
  const setDefaults = useMany<{ id: string; name: string; storyboardId: string | null }>({
    write: ({ id, name, storyboardId }) =>
      api.deviceGroups.update({ params: { id }, body: { name, storyboardId } }),
    invalidates: [deviceGroupsKey, devicesKey],
    quiet: true,
  })
  return async function play(wish: PlayWish, only?: Undone): Promise<Undone> {
    const { targets, when, source, allDevices } = wish
    const { id: storyboardId } = await storyboardFor(wish)
    if (source.how === 'make' && !source.approved) {
      notify({ kind: 'info', title: t('playOn.sentTitle'), message: t('playOn.sent') })
      return []
    }
    const again = only && new Set(only.map(({ id }) => id))
    const wanted = <T extends { id: string }>(items: readonly T[]) =>
      items.filter(({ id }) => !again || again.has(id))
    if (when === 'default') {
      const groups = wanted(targets.groups)
      const failed = await setDefaults(groups.map(({ id, name }) => ({ id, name, storyboardId })))
      const undo = () =>
        void setDefaults(groups.map(({ id, name, storyboardId }) => ({ id, name, storyboardId })))
      return report(failed, t('playOn.defaultSaved'), undo)
    }
    const screens = wanted(screensOf(targets, allDevices))
    const before = wayBack(screens)
    const failed = await switchAll(screens.map(({ id, name }) => ({ id, name, storyboardId })))
    const undo =
      before &&
      (() =>
        void switchAll(
          screens.map(({ id, name }) => ({ id, name, storyboardId: before.get(id) ?? storyboardId })),
        ))
    return report(failed, t('playOn.shown', { count: screens.length }), undo)
  }
}

/** Makes the storyboard of a wish. A second try continues with what the first one made. */
function useStoryboardFor() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const made = useRef<{ cardId?: string; storyboard?: Storyboard; approved?: boolean }>({})
  /** A short name that no entry of the list has yet. */
  const freeName = (name: string, list: QueryKey) =>
    freePageName(name.slice(0, LONGEST), client.getQueryData<readonly { name: string }[]>(list) ?? [])
  const nameOf = ({ kind, name }: Playable) => t(`playOn.titles.${kind}`, { name })

  return async ({ playable, media, source }: PlayWish): Promise<Storyboard> => {
    if (source.how === 'ready') return source.storyboard
    const done = made.current
    try {
      if (!done.storyboard) {
        const page = { ...playable, kind: playable.kind === 'layout' ? 'layout' : 'card' } as const
        if (media) done.cardId ??= await makeCardOf(media, await freeCardName(media.name.slice(0, LONGEST)))
        const id = done.cardId ?? page.id
        done.storyboard = await makeStoryboardOf(
          { ...page, id },
          { name: freeName(nameOf(playable), storyboardsQuery().queryKey) },
        )
      }
      if (source.how === 'make' && source.approved && !done.approved) {
        const { id, version } = done.storyboard
        await api.storyboards.setStatus({ params: { id, status: 'approved' }, body: { version } })
        done.approved = true
      }
      return done.storyboard
    } finally {
      for (const queryKey of [storyboardsKey, cardsKey]) void client.invalidateQueries({ queryKey })
    }
  }
}

function report<Item extends { id: string; name: string }>(
  failed: readonly FailedItem<Item>[],
  message: string,
  undo: (() => void) | undefined,
): Undone {
  if (failed.length === 0) notify({ kind: 'positive', message, undo })
  return failed.map(({ item: { id, name }, reason }) => ({ id, name, reason }))
}
