import { ActionIcon } from '@mantine/core'
import { ArrowDownIcon } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsSixVertical'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { SortableProvider, useSortable } from './sortable-provider.tsx'

export interface SortableListProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  onMove: (from: number, to: number) => void
  isMissing?: (item: T) => boolean
  children: (item: T, index: number) => ReactNode
}

/**
 * A list whose entries are reordered by dragging or with two buttons. Keeps the focus when its entry is removed or
 * becomes the last.
 */
export function SortableList<T>({
  label,
  items,
  keyOf,
  nameOf,
  onMove,
  isMissing,
  children,
}: SortableListProps<T>) {
  const list = useRef<HTMLOListElement>(null)
  const keepsFocus = useKeptFocus(list, items)
  return (
    <SortableProvider onMove={(_id, from, to) => onMove(from, to)}>
      <ol ref={list} {...keepsFocus} tabIndex={-1} className={styles.items} aria-label={label}>
        {items.map((item, index) => (
          <SortableRow
            key={keyOf(item)}
            id={keyOf(item)}
            index={index}
            count={items.length}
            name={nameOf(item)}
            missing={isMissing?.(item) ?? false}
            onMove={onMove}
          >
            {children(item, index)}
          </SortableRow>
        ))}
      </ol>
    </SortableProvider>
  )
}

interface SortableRowProps {
  id: string
  index: number
  count: number
  name: string
  missing: boolean
  onMove: (from: number, to: number) => void
  children: ReactNode
}

function SortableRow({ id, index, count, name, missing, onMove, children }: SortableRowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id, index })
  return (
    <li ref={ref} className={styles.item} data-key={id} data-dragging={isDragging} data-missing={missing}>
      <span ref={handleRef} className={styles.grip} aria-hidden="true">
        <DotsSixVerticalIcon size={16} />
      </span>
      <span className={styles.number}>{index + 1}</span>
      {children}
      <span className={styles.moves}>
        <MoveButtons index={index} count={count} name={name} size={28} onMove={onMove} />
      </span>
    </li>
  )
}

interface MoveButtonsProps extends Pick<SortableRowProps, 'index' | 'count' | 'name' | 'onMove'> {
  size?: number
}

/** Buttons that move an entry. */
export function MoveButtons({ index, count, name, size, onMove }: MoveButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ActionIcon
        size={size}
        aria-label={t('fields.moveUp', { name })}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUpIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        size={size}
        aria-label={t('fields.moveDown', { name })}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDownIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}
