import { Button } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { SEARCHED_MOST } from '@vitrine/contract/api/base/totals'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { blocking } from '#lib/overlay.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import type { FailedItem } from '#ui/work/use-write-each.ts'
import styles from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

/** An action on all selected items. */
export interface BulkAction {
  id: string
  label: string
  icon: Icon
  bad?: boolean
  run: () => void
}

/** Bulk actions of a list. */
export interface BulkActions<Row> {
  selection: Selection<Row>
  actions: readonly BulkAction[]
  failed?: readonly FailedItem<Row>[]
}

interface BulkBarProps<Item> {
  selection: Selection<Item>
  /** How many items match search and filters; `undefined` until a list that loads in pages is complete. */
  total: number | undefined
  /** Loads all matching items. */
  loadAll: () => Promise<readonly Item[]>
  actions: readonly BulkAction[]
  /** Items that the last action couldn't change; they stay selected. */
  failed?: readonly FailedItem<Item>[]
  nameOf: (item: Item) => string
}

/** The actions for the selected items. Escape deselects. */
export function BulkBar<Item>(props: BulkBarProps<Item>) {
  const { selection, total, loadAll, actions, failed = [], nameOf } = props
  const { t } = useTranslation()
  const count = selection.items.length
  const isAll = total !== undefined && count + selection.barred >= total
  useEscape(selection.end)
  const selectAll = async () => {
    try {
      selection.set(await blocking(loadAll))
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, 'table.failed') })
    }
  }
  const [first] = failed
  return (
    <section className={styles.bar} aria-label={t('bulk.label')}>
      {first && (
        <p role="alert" className={styles.problem}>
          {t('bulk.failed', { count: failed.length, name: nameOf(first.item) })} {first.reason}
        </p>
      )}
      <div className={styles.row}>
        <strong role="status">{t('bulk.selected', { count })}</strong>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => (isAll ? selection.set([]) : void selectAll())}
        >
          {isAll
            ? t('bulk.selectNone')
            : total === undefined || total > SEARCHED_MOST
              ? t('bulk.selectEvery')
              : t('bulk.selectAll', { count: total })}
        </Button>
        <span className={styles.grow} />
        {actions.map(({ id, label, icon: Sign, bad, run }) => (
          <Button
            key={id}
            variant="default"
            color={bad ? 'bad' : undefined}
            disabled={count === 0}
            leftSection={<Sign size={18} aria-hidden="true" />}
            onClick={run}
          >
            {label}
          </Button>
        ))}
        <Button variant="subtle" onClick={selection.end}>
          {t('bulk.done')}
        </Button>
      </div>
    </section>
  )
}

const DIALOG = '[role="dialog"]'

/** Whether a dialog was open at the last keydown: dialogs are removed before the bar's listener runs. */
let hadDialog = false
window.addEventListener(
  'keydown',
  () => {
    hadDialog = document.querySelector(DIALOG) !== null
  },
  true,
)

function useEscape(leave: () => void) {
  const onEscape = useEffectEvent(leave)
  useEffect(() => {
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      // A dialog of the shell listens before this file does, but has the focus.
      const isInDialog = hadDialog || (target instanceof Element && target.closest(DIALOG) !== null)
      if (key === 'Escape' && !defaultPrevented && !isInDialog) onEscape()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
