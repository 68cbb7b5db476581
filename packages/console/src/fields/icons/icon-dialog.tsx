import { Button, TextInput } from '@mantine/core'
import { IconView } from '@vitrine/widgets/icon-view'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StackedDialog } from '#ui/dialog/stacked-dialog.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { iconSet } from './icon-set.ts'
import styles from './icons.module.css'

/** Icons that are drawn together. */
const SHOWN = 120

interface IconDialogProps {
  opened: boolean
  /** Gets the stored form. */
  onPick: (icon: string) => void
  onClose: () => void
}

/** The set of icons, with a search. */
export function IconDialog({ opened, onPick, onClose }: IconDialogProps) {
  const { t } = useTranslation()
  return (
    <StackedDialog opened={opened} onClose={onClose} title={t('icons.title')} size={720}>
      <Choices onPick={onPick} />
    </StackedDialog>
  )
}

function Choices({ onPick }: Pick<IconDialogProps, 'onPick'>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [more, setMore] = useState(1)
  const grid = useRef<HTMLDivElement>(null)
  useRoving(grid)
  const wanted = useDeferredValue(search)
  const names = useMemo(() => iconSet.search(wanted), [wanted])
  const shown = names.slice(0, SHOWN * more)
  return (
    <div className={styles.dialog}>
      <TextInput
        data-autofocus
        aria-label={t('icons.search')}
        placeholder={t('icons.search')}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          setMore(1)
        }}
      />
      <p className="visually-hidden" role="status">
        {t('icons.found', { count: names.length })}
      </p>
      {names.length === 0 && <p>{t('fields.noMatch')}</p>}
      <div ref={grid} className={styles.grid}>
        {shown.map((name) => {
          const stored = iconSet.stored(name)
          return (
            <button key={name} type="button" title={name} aria-label={name} onClick={() => onPick(stored)}>
              <span className={styles.drawn}>
                <IconView icon={stored} color="currentColor" left={0} top={0} size={24} />
              </span>
            </button>
          )
        })}
      </div>
      {shown.length < names.length && (
        <Button variant="default" onClick={() => setMore((before) => before + 1)}>
          {t('icons.more', { count: names.length - shown.length })}
        </Button>
      )}
      <details className={styles.license}>
        <summary>{t('icons.license')}</summary>
        <pre>{iconSet.license}</pre>
      </details>
    </div>
  )
}
