import { Button, Group, Modal } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { TRASH_KEPT_DAYS } from '@vitrine/contract/api/content/trash/kinds'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './delete-dialog.module.css'

export interface WhereUsed extends Pick<LinkProps, 'to' | 'params'> {
  name: string
  /** Set this, because names of different kinds may be equal. */
  id?: string
}

interface DeleteDialogProps {
  opened: boolean
  /** The item's name and optional thumbnail. */
  name: string
  thumbnail?: ReactNode
  /** Where it is used, as far as known. */
  usedIn?: readonly WhereUsed[]
  /** Side effects of deleting it. */
  warnings?: readonly string[]
  /** Whether it goes to the trash; absent where the editor's own undo brings it back. */
  isRestorable?: boolean
  /** The error of the last attempt. */
  problem?: string
  busy?: boolean
  onClose: () => void
  /** After it has left the document. */
  onClosed?: (() => void) | undefined
  onDelete: () => void
}

/** The confirmation before every deletion. The focus starts on CLOSE. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { opened, name, thumbnail, usedIn = [], warnings = [] } = props
  const { isRestorable, problem, busy, onClose, onClosed, onDelete } = props
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  // A busy button is disabled, which drops the focus.
  useEffect(() => {
    if (problem && !busy) close.current?.focus()
  }, [problem, busy])
  return (
    <Modal opened={opened} onClose={onClose} title={t('delete.title')} size={440}>
      {onClosed && <UntilGone onGone={onClosed} />}
      <p>{t('delete.text')}</p>
      <div className={styles.item}>
        {thumbnail && <div className={styles.thumbnail}>{thumbnail}</div>}
        <strong>{name}</strong>
      </div>
      {usedIn.length > 0 && (
        <p className={styles.used}>
          {t('delete.usedIn')}{' '}
          {usedIn.map(({ name: other, id = other, ...link }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link {...(link as LinkProps)} onClick={onClose}>
                {other}
              </Link>
            </span>
          ))}
        </p>
      )}
      {warnings.length > 0 && (
        <div className={styles.used} role="status">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </div>
      )}
      {isRestorable !== undefined && (
        <p className={styles.note}>
          {isRestorable ? t('delete.restorable', { count: TRASH_KEPT_DAYS }) : t('delete.forGood')}
        </p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap={8} mt={24}>
        <Button ref={close} variant="default" onClick={onClose} data-autofocus>
          {t('delete.close')}
        </Button>
        <Button color="bad" loading={busy} onClick={onDelete}>
          {t('delete.delete')}
        </Button>
      </Group>
    </Modal>
  )
}

/** Calls back after the dialog has left the document, which is later than the end of its transition. */
function UntilGone({ onGone }: { onGone: () => void }) {
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    return () => gone()
  }, [])
  return null
}
