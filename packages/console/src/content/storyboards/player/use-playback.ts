import type { PlaybackMode } from '@vitrine/contract/api/content/storyboards'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePageFieldsHost } from '#content/pages/host/page-fields-host.tsx'
import { usePreviewRun } from '#content/pages/preview/page-preview-run.ts'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { type Nesting, type Step, stepsOf } from '#content/storyboards/inner/sequence.ts'
import type { Item } from '#content/storyboards/timeline/timeline.ts'
import { clock } from '#lib/clock.ts'
import { useAsTraits } from '#pictures/pages/as-screen.ts'
import { documentOf, type PagesById } from '#queries/pages.ts'

interface Story {
  items: readonly (Item & { key: string })[]
  pages: PagesById
  mode: PlaybackMode
  /** Absent: no storyboards inside it, and no order. */
  nesting?: Pick<Nesting, 'type' | 'shuffle' | 'stories'>
  /** Starts playing immediately. */
  autoPlay?: boolean
}

const FLAT: NonNullable<Story['nesting']> = { type: 'standard', stories: [] }
const NOTHING = { width: 1920, height: 1080, widgets: [] }
export type Playback = ReturnType<typeof usePlayback>

/** Plays a storyboard like a screen: AUTO follows the durations, DEFAULT waits for a touch. */
export function usePlayback({ items, pages, mode, nesting = FLAT, autoPlay = false }: Story) {
  const [playing, setPlaying] = useState(autoPlay)
  const traits = useAsTraits()
  const steps = stepsOf({ ...nesting, items }, traits)
  const shown = useShownPages(steps, items, pages)
  const { host } = usePageFieldsHost({ id: '', name: '', document: NOTHING })
  const run = usePreviewRun({ pages: shown, start: 0, actions: host.actions })
  const page = shown[run.position - 1] ?? shown[0]
  const seconds = page?.seconds ?? 0

  // Also if the current page was removed.
  const first = run.position === 0 ? shown[0] : undefined
  const { show: toStage } = run
  useEffect(() => {
    if (first) toStage(first)
  }, [first, toStage])

  const goesOn = mode === 'AUTO' && playing && shown.length > 1 && seconds > 0
  useStepAfter(seconds, goesOn, run)

  const show = (key: string) => toStage(shown.find((one) => one.itemKey === key))
  const toggle = () => setPlaying((before) => !before)
  return {
    run,
    page,
    count: shown.length,
    /** Whether the screen decides which pages play. */
    decides: items.some(({ screens }) => screens !== undefined),
    /** The key of the current item. */
    current: page?.itemKey,
    playing,
    /** Whether the page advances automatically. */
    goesOn,
    toggle,
    show,
    /** Toggles playback of the current page; plays from any other page. */
    playFrom(key: string) {
      if (key === page?.itemKey) return toggle()
      show(key)
      setPlaying(true)
    },
  }
}

/** A page that exists, at one of its places. */
type ShownPage = PreviewPage & { itemKey: string; seconds: number }

/**
 * The existing pages of the steps. Referentially stable while only durations change, because a new list restarts the page.
 */
function useShownPages(
  steps: readonly Step[],
  items: Story['items'],
  pages: PagesById,
): readonly ShownPage[] {
  const order = JSON.stringify(steps.map(({ item, pageId }) => [items[item]?.key, pageId]))
  const shown = useMemo(() => {
    const seen = new Map<string, number>()
    return (JSON.parse(order) as [key: string, pageId: string][]).flatMap(([itemKey, pageId], step) => {
      const page = pages[pageId]
      const times = seen.get(itemKey) ?? 0
      seen.set(itemKey, times + 1)
      const key = times === 0 ? itemKey : `${itemKey} ${times}`
      const shown = { key, itemKey, step, seconds: 0 }
      return page ? [{ ...shown, id: page.id, name: page.name, document: documentOf(page) }] : []
    })
  }, [order, pages])
  // The list stays the same one; only what it says about durations changes.
  for (const page of shown) Object.assign(page, { seconds: steps[page.step]?.seconds ?? 0 })
  return shown
}

/** Advances to the next page after its duration; a pause preserves the elapsed time. */
function useStepAfter(seconds: number, goesOn: boolean, { step, visit }: ReturnType<typeof usePreviewRun>) {
  const spent = useRef({ visit: -1, ms: 0 })
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
}
