import { Button } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import type { StoryboardType } from '@vitrine/contract/api/storyboards'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#features/storyboards/form/storyboard-values.ts'
import type { Playback } from '#features/storyboards/player/use-playback.ts'
import type { PagesById } from '#features/storyboards/use-pages.ts'
import { SortableProvider } from '#fields/sortable/sortable-provider.tsx'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import { useDuration } from './duration.ts'
import styles from './timeline.module.css'
import { type Item, loopSeconds, pageIdOf, placeAfter, type Size, sameSize, secondsOf } from './timeline.ts'
import { TimelineBlock } from './timeline-block.tsx'
import type { ItemList } from './use-adding.tsx'

interface TimelineProps {
  type: StoryboardType
  items: readonly (Item & { key: string })[]
  list: ItemList
  pages: PagesById | undefined
  /** While the pages are asked for, one that is missing may be a new one. */
  asking: boolean
  size: Size | undefined
  playback: Playback
  onAdd: () => void
  onReplace: (index: number, seconds: number) => void
}

const otherSize = (page: Size, size: Size | undefined) => size && !sameSize(page, size) && 'size'

/** The pages in order, each as wide as it is long. They move by drag, by buttons, and by Alt with an arrow. */
export function Timeline({
  type,
  items,
  list,
  pages,
  asking,
  size,
  playback,
  onAdd,
  onReplace,
}: TimelineProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const label = t('storyboards.pages')
  const id = useField('items', label)
  const error = useFieldError('items', label)
  const { setValue } = useFormContext<StoryboardValues>()
  const now = items.find(({ key }) => key === playback.current)
  const length = now && secondsOf(now)
  const uneven = length !== undefined && items.some((item) => secondsOf(item) !== length)
  const room = useRef<HTMLOListElement>(null)

  /** Moves and keeps the keyboard's place, which moving an element loses. */
  const move = (from: number, to: number) => {
    const focused = document.activeElement
    flushSync(() => list.move(from, to))
    if (focused instanceof HTMLElement && room.current?.contains(focused)) {
      const off = focused.matches(':disabled')
      const other = focused.closest('li')?.querySelector<HTMLElement>('[data-show]')
      ;(off ? other : focused)?.focus()
    }
  }
  const remove = (index: number) => {
    flushSync(() => list.remove(index))
    const blocks = room.current?.querySelectorAll<HTMLElement>('[data-show]')
    ;(blocks?.[Math.min(index, blocks.length - 1)] ?? document.getElementById(`${id}-add`))?.focus()
  }
  return (
    <section className={styles.timeline} aria-label={t('storyboards.timeline')} id={id}>
      <header className={styles.head}>
        <h2>{t('storyboards.timeline')}</h2>
        <span className={styles.total} role="status">
          {t('storyboards.total', { count: items.length, time: duration(loopSeconds(items)) })}
        </span>
        {uneven && (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() =>
              items.forEach((_, index) => {
                setValue(`items.${index}.duration`, length, { shouldDirty: true, shouldValidate: true })
              })
            }
          >
            {t('storyboards.sameLength', { time: duration(Number(length) || 0) })}
          </Button>
        )}
        {items.length > 0 && (
          <Button
            id={`${id}-add`}
            variant="default"
            size="compact-md"
            leftSection={<PlusIcon size={16} aria-hidden="true" />}
            onClick={onAdd}
          >
            {t(`storyboards.addPages.${type}`)}
          </Button>
        )}
      </header>
      {items.length === 0 ? (
        <div className={styles.empty}>
          <p>{t(`storyboards.emptyTimeline.${type}`)}</p>
          <Button id={`${id}-add`} leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={onAdd}>
            {t(`storyboards.addPages.${type}`)}
          </Button>
        </div>
      ) : (
        <SortableProvider onMove={(_id, from, to) => list.move(from, to)}>
          <ol ref={room} className={styles.blocks} aria-label={label} dir="ltr">
            {items.map((item, index) => {
              const page = pages?.get(pageIdOf(item))
              const wrong = page ? otherSize(page, size) : pages && !asking && 'gone'
              return (
                <TimelineBlock
                  key={item.key}
                  type={type}
                  item={item}
                  index={index}
                  count={items.length}
                  page={page}
                  wrong={wrong || undefined}
                  size={size}
                  playback={playback}
                  onMove={(to) => move(index, to)}
                  onKey={(key) => {
                    const to = placeAfter(key, index, items.length)
                    if (to !== undefined) move(index, to)
                  }}
                  onReplace={() => onReplace(index, secondsOf(item))}
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
