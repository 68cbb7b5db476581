import { ActionIcon, Button } from '@mantine/core'
import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft'
import { ArrowUUpRightIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpRight'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { StorefrontIcon } from '@phosphor-icons/react/dist/csr/Storefront'
import type { Storyboard, StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#content/storyboards/form/storyboard-values.ts'
import type { FormHistory } from '#content/storyboards/form/use-form-history.ts'
import { roundLength } from '#content/storyboards/inner/sequence.ts'
import type { Playback } from '#content/storyboards/player/use-playback.ts'
import { SortableProvider } from '#fields/sortable/sortable-provider.tsx'
import type { PagesById, StoryPage } from '#queries/pages.ts'
import { pageIdOf } from '#queries/pages.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import { useDuration } from './duration.ts'
import styles from './timeline.module.css'
import { type Item, type Size, sameSize, secondsOf } from './timeline.ts'
import { TimelineBlock } from './timeline-block.tsx'
import type { ItemList } from './use-adding.tsx'

interface TimelineProps {
  type: StoryboardType
  items: readonly (Item & { key: string })[]
  list: ItemList
  pages: PagesById
  /** Those that may be inside it. */
  stories: readonly Storyboard[]
  shuffle: boolean | undefined
  size: Size | undefined
  playback: Playback
  history: FormHistory
  onAdd: () => void
  onAddSlot: () => void
  onReplace: (index: number) => void
}

/**
 * The pages in order, as wide as their durations. Pages are moved by dragging, by buttons, and by Alt with an arrow
 * key.
 */
export function Timeline(props: TimelineProps) {
  const { items, list, pages, stories, shuffle, size, playback, history, onAdd, onAddSlot, onReplace, type } =
    props
  const { t } = useTranslation()
  const label = t('storyboards.pages')
  const id = useField('items', label)
  const error = useFieldError('items', label)
  const { blocks, move, remove } = useKeptPlace(list, `${id}-add`)
  const wrongOf = (page: StoryPage | null | undefined) => {
    if (page) return size && !sameSize(page, size) ? 'size' : undefined
    return page === null ? 'gone' : undefined
  }
  return (
    <section className={styles.timeline} aria-label={t('storyboards.timeline')} id={id}>
      <Head
        {...{ type, items, stories, shuffle, playback, history }}
        addId={`${id}-add`}
        {...{ onAdd, onAddSlot }}
      />
      {items.length === 0 ? (
        <div className={styles.empty}>
          <p>{t(`storyboards.emptyTimeline.${type}`)}</p>
          <Button id={`${id}-add`} leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={onAdd}>
            {t(`storyboards.addPages.${type}`)}
          </Button>
        </div>
      ) : (
        <SortableProvider onMove={(_id, from, to) => list.move(from, to)}>
          <ol ref={blocks} className={styles.blocks} aria-label={label} dir="ltr">
            {items.map((item, index) => {
              const page = pages[pageIdOf(item)]
              return (
                <TimelineBlock
                  key={item.key}
                  {...{ type, item, index, size, playback }}
                  page={page ?? undefined}
                  stories={stories}
                  count={items.length}
                  wrong={item.storyboardId || !pageIdOf(item) ? undefined : wrongOf(page)}
                  onMove={(to) => move(index, to)}
                  onReplace={() => onReplace(index)}
                  onRemove={() => remove(index)}
                />
              )
            })}
          </ol>
        </SortableProvider>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

/** Moves and removes blocks, keeping the keyboard focus. */
function useKeptPlace(list: ItemList, addId: string) {
  const blocks = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    const focused = document.activeElement
    flushSync(() => list.move(from, to))
    if (focused instanceof HTMLElement && blocks.current?.contains(focused)) {
      const off = focused.matches(':disabled')
      const other = focused.closest('li')?.querySelector<HTMLElement>('[data-show]')
      ;(off ? other : focused)?.focus()
    }
  }
  const remove = (index: number) => {
    flushSync(() => list.remove(index))
    const left = blocks.current?.querySelectorAll<HTMLElement>('[data-show]')
    ;(left?.[Math.min(index, left.length - 1)] ?? document.getElementById(addId))?.focus()
  }
  return { blocks, move, remove }
}

interface HeadProps
  extends Pick<
    TimelineProps,
    'type' | 'items' | 'stories' | 'shuffle' | 'playback' | 'history' | 'onAdd' | 'onAddSlot'
  > {
  addId: string
}

/** The total duration, a button that gives all pages the current one's duration, and one to add pages. */
function Head({ type, items, stories, shuffle, playback, history, addId, onAdd, onAddSlot }: HeadProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { setValue } = useFormContext<StoryboardValues>()
  const round = roundLength({ type, items, stories, shuffle })
  const now = items.find(({ key, storyboardId }) => key === playback.current && !storyboardId)
  const length = now && secondsOf(now)
  const uneven =
    length !== undefined && items.some((item) => !item.storyboardId && secondsOf(item) !== length)
  const makeEven = () => {
    for (const [index, { storyboardId }] of items.entries())
      if (!storyboardId)
        setValue(`items.${index}.duration`, length, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <header className={styles.head}>
      <h2>{t('storyboards.timeline')}</h2>
      <span className={styles.total} role="status">
        {t('storyboards.total', { count: round.pages, time: duration(round.seconds) })}
      </span>
      <ActionIcon
        aria-label={t('storyboards.undo')}
        aria-keyshortcuts="Control+Z"
        disabled={!history.canUndo}
        onClick={history.undo}
      >
        <ArrowUUpLeftIcon size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('storyboards.redo')}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={!history.canRedo}
        onClick={history.redo}
      >
        <ArrowUUpRightIcon size={18} aria-hidden="true" />
      </ActionIcon>
      {uneven && (
        <Button variant="subtle" size="compact-md" onClick={makeEven}>
          {t('storyboards.sameLength', { time: duration(Number(length) || 0) })}
        </Button>
      )}
      {items.length > 0 && <AddButtons {...{ type, addId, onAdd, onAddSlot }} />}
    </header>
  )
}

/** Adds pages, or a place for what branches show. */
function AddButtons({
  type,
  addId,
  onAdd,
  onAddSlot,
}: Pick<HeadProps, 'type' | 'addId' | 'onAdd' | 'onAddSlot'>) {
  const { t } = useTranslation()
  const look = { variant: 'default', size: 'compact-md' } as const
  return (
    <>
      <Button {...look} id={addId} leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={onAdd}>
        {t(`storyboards.addPages.${type}`)}
      </Button>
      <Button {...look} leftSection={<StorefrontIcon size={16} aria-hidden="true" />} onClick={onAddSlot}>
        {t('local.slot.add')}
      </Button>
    </>
  )
}
