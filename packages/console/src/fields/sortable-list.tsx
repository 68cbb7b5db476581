import { ActionIcon } from '@mantine/core'
import { ArrowDownIcon } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsSixVertical'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { SortableProvider, useSortable } from './sortable-provider.tsx'

/** A list with one entry at another place. */
export function placed<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const item = list[from]
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)]
}

export interface SortableListProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  onMove: (from: number, to: number) => void
  isMissing?: (item: T) => boolean
  children: (item: T, index: number) => ReactNode
}

/** An ordered list whose entries move by drag, or by two buttons. The focus stays in it when its entry goes or stands last. */
export function SortableList<T>({
  label,
  items,
  keyOf,
  nameOf,
  onMove,
  isMissing,
  children,
}: SortableListProps<T>) {
  const focus = useFocusKept(items)
  return (
    <SortableProvider onMove={(_id, from, to) => onMove(from, to)}>
      <ol {...focus} className={styles.items} aria-label={label}>
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

const controlsOf = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input') ?? []),
]

/** For a list: who uses the keys goes on at the same control of the next row, or at the row's next one that can be used. */
function useFocusKept(items: readonly unknown[]) {
  const ref = useRef<HTMLOListElement>(null)
  /** Where the focus is in the list; absent while it is elsewhere. */
  const held = useRef<{ row: number; control: number }>(undefined)
  useLayoutEffect(() => {
    const { current: list } = ref
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.matches(':disabled')
    if (!list || !held.current || !isLost) return
    const row = activeElement?.closest('li') ?? list.children[Math.min(held.current.row, items.length - 1)]
    const controls = controlsOf(row)
    const usable = controls.filter(({ disabled }) => !disabled)
    const same = controls[held.current.control]
    const next = same && usable.includes(same) ? same : usable.at(-1)
    ;(next ?? list).focus()
  }, [items])
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const row = target.closest('li')
      held.current = row
        ? {
            row: [...currentTarget.children].indexOf(row),
            control: controlsOf(row).indexOf(target as HTMLButtonElement),
          }
        : undefined
    },
    onBlur: () => {
      held.current = undefined
    },
  }
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
  const { t } = useTranslation()
  const { ref, handleRef, isDragging } = useSortable({ id, index })
  return (
    <li ref={ref} className={styles.item} data-dragging={isDragging} data-missing={missing}>
      <span ref={handleRef} className={styles.grip} aria-hidden="true">
        <DotsSixVerticalIcon size={16} />
      </span>
      <span className={styles.number}>{index + 1}</span>
      {children}
      <ActionIcon
        size={28}
        aria-label={t('fields.moveUp', { name })}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUpIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('fields.moveDown', { name })}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDownIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}
