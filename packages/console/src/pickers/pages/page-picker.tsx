import { Button, Modal } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CutName } from '#ui/cut-name.tsx'
import type { Pieces } from '#ui/list/list-source.ts'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { FailedList } from '#ui/page/failed-list.tsx'
import styles from './page-picker.module.css'

interface PagePickerProps<Item> {
  opened: boolean
  title: string
  multiple: boolean
  /** The maximum number of items. */
  max?: number
  query: Pieces<Item>
  search: string
  onSearch: (search: string) => void
  picture: (item: Item) => ReactNode
  /** In selection order. */
  onPick: (items: readonly Item[]) => void
  onClose: () => void
}

/** A dialog of pages with thumbnails, numbered in selection order. */
export function PagePicker<Item extends { id: string; name: string }>(props: PagePickerProps<Item>) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={960}>
      <Choices {...props} />
    </Modal>
  )
}

function Choices<Item extends { id: string; name: string }>({
  multiple,
  max = Number.POSITIVE_INFINITY,
  query,
  search,
  onSearch,
  picture,
  onPick,
  onClose,
}: PagePickerProps<Item>) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly Item[]>([])
  const grid = useRef<HTMLDivElement>(null)
  useRoving(grid)
  if (query.isPending) return <p role="status">{t('overlay.loading')}</p>
  if (!query.data) return <FailedList error={query.error} retry={() => void query.refetch()} />
  const found = query.data.rows
  const toggle = (item: Item) => {
    const others = chosen.filter(({ id }) => id !== item.id)
    if (others.length < chosen.length) setChosen(others)
    else if (!multiple) setChosen([item])
    else if (chosen.length < max) setChosen([...chosen, item])
  }
  return (
    <>
      <SearchField
        label={t('table.search')}
        value={search}
        onChange={(next) => onSearch(next ?? '')}
        wide
        first
      />
      <div ref={grid} className={styles.choices}>
        {found.length === 0 && <p>{t('fields.noMatch')}</p>}
        {found.map((item) => {
          const place = chosen.findIndex(({ id }) => id === item.id)
          return (
            <button
              key={item.id}
              type="button"
              className={styles.choice}
              aria-pressed={place >= 0}
              onClick={() => toggle(item)}
              onDoubleClick={() => !multiple && onPick([item])}
            >
              {place >= 0 && (
                <span className={styles.number} title={t('gallery.chosen', { number: place + 1 })}>
                  {place + 1}
                </span>
              )}
              {picture(item)}
              <span className={styles.name}>
                <CutName text={item.name} />
              </span>
            </button>
          )
        })}
        <ScrollEnd query={query} />
      </div>
      <div className={styles.bar}>
        <span role="status">{multiple && t('cards.picked', { count: chosen.length })}</span>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
          {t('cards.choose')}
        </Button>
      </div>
    </>
  )
}
