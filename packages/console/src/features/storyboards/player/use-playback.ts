import type { PlaybackMode } from '@vitrine/contract/api/storyboards'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePageFieldsHost } from '#features/pages/host/page-fields-host.tsx'
import { usePreviewRun } from '#features/pages/preview/page-preview-run.ts'
import type { PreviewPage } from '#features/pages/preview/preview-page.ts'
import { type Item, pageIdOf, secondsOf } from '#features/storyboards/timeline/timeline.ts'
import { documentOf, type PagesById } from '#features/storyboards/use-pages.ts'
import { clock } from '#lib/clock.ts'

interface Story {
  items: readonly (Item & { key: string })[]
  pages: PagesById
  mode: PlaybackMode
  /** Plays from the beginning. */
  autoPlay?: boolean
}

const NOTHING = { width: 1920, height: 1080, widgets: [] }
export type Playback = ReturnType<typeof usePlayback>

/** A storyboard as a screen plays it: AUTO goes on by the durations, DEFAULT stays until something is touched. */
export function usePlayback({ items, pages, mode, autoPlay = false }: Story) {
  const [playing, setPlaying] = useState(autoPlay)
  const order = items.map((item) => `${item.key} ${pageIdOf(item)}`).join()
  // Durations do not make other pages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `order` has all that matters of `items`; a new duration must not replace the pages
  const shown = useMemo(
    (): PreviewPage[] =>
      items.flatMap((item) => {
        const page = pages.get(pageIdOf(item))
        return page ? [{ key: item.key, id: page.id, name: page.name, document: documentOf(page) }] : []
      }),
    [order, pages],
  )
  const { host } = usePageFieldsHost({ id: '', name: '', document: NOTHING })
  const run = usePreviewRun({ pages: shown, others: [], start: 0, actions: host.actions })
  const page = shown[run.position - 1] ?? shown[0]
  const item = items.find(({ key }) => key === page?.key)
  const seconds = item ? Number(secondsOf(item)) || 0 : 0

  // The first page once there is one, and when the one on the stage was removed.
  const first = run.position === 0 ? shown[0] : undefined
  const { show: toStage } = run
  useEffect(() => {
    if (first) toStage(first)
  }, [first, toStage])

  const spent = useRef({ visit: -1, ms: 0 })
  const { step, visit } = run
  const goesOn = mode === 'AUTO' && playing && shown.length > 1 && seconds > 0
  useEffect(() => {
    if (spent.current.visit !== visit) spent.current = { visit, ms: 0 }
    if (!goesOn) return
    const began = clock.now()
    const timer = setTimeout(() => step(1), Math.max(0, seconds * 1000 - spent.current.ms))
    return () => {
      clearTimeout(timer)
      spent.current.ms += clock.now() - began
    }
  }, [goesOn, visit, seconds, step])

  const show = (key: string) => toStage(shown.find((one) => one.key === key))
  const toggle = () => setPlaying((before) => !before)
  return {
    run,
    page,
    count: shown.length,
    /** The key of the item on the stage. */
    current: page?.key,
    playing,
    /** Whether time takes it to the next page. */
    goesOn,
    toggle,
    show,
    /** On the stage already: plays or pauses. Otherwise plays from there. */
    playFrom(key: string) {
      if (key === page?.key) return toggle()
      show(key)
      setPlaying(true)
    },
  }
}
