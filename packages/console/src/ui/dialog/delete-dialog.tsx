import { Button, Group, Modal } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { TRASH_KEPT_DAYS } from '@vitrine/contract/api/content/trash/kinds'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './delete-dialog.module.css'
import { isRefused, isRemovable, type Outlook, refusalText, usesOf } from './use-outlook.ts'
import { whereUsed } from './where-used.ts'

export interface WhereUsed extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  name: string
  /** Set this, because names of different kinds may be equal. */
  id?: string
}

interface DeleteDialogProps {
  opened: boolean
  /** The item's name and optional thumbnail. */
  name: string
  thumbnail?: ReactNode
  /** Where it is used, as a refusal says. */
  usedIn?: readonly WhereUsed[]
  /** What the server says before it is asked to delete. */
  outlook?: Outlook | undefined
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
  /** Takes it out of everything that uses it, then deletes it. */
  onEverywhere?: () => void
}

/** The confirmation before every deletion. The focus starts on CLOSE. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { opened, name, thumbnail, usedIn = [], outlook, warnings = [] } = props
  const { isRestorable, problem, busy, onClose, onClosed, onDelete, onEverywhere } = props
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  const reason = useId()
  // A busy button is disabled, which drops the focus.
  useEffect(() => {
    if (problem && !busy) close.current?.focus()
  }, [problem, busy])
  const refused = outlook !== undefined && isRefused(outlook)
  const mayRemove = outlook !== undefined && isRemovable(outlook)
  return (
    <Modal opened={opened} onClose={onClose} title={t('delete.title')} size={440}>
      {onClosed && <UntilGone onGone={onClosed} />}
      <p>{t('delete.text')}</p>
      <div className={styles.item}>
        {thumbnail && <div className={styles.thumbnail}>{thumbnail}</div>}
        <strong>{name}</strong>
      </div>
      {outlook && outlook.refused.length > 0 ? (
        <div id={reason}>
          <Refused outlook={outlook} onClose={onClose} />
        </div>
      ) : (
        <UsedIn uses={usedIn} onClose={onClose} />
      )}
      <Warnings texts={warnings} />
      {isRestorable !== undefined && (!refused || mayRemove) && (
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
        <Button
          color="bad"
          loading={busy && !mayRemove}
          disabled={refused}
          aria-describedby={refused ? reason : undefined}
          onClick={onDelete}
        >
          {t('delete.delete')}
        </Button>
        {mayRemove && (
          <Button color="bad" loading={busy} onClick={onEverywhere}>
            {t('delete.everywhere')}
          </Button>
        )}
      </Group>
    </Modal>
  )
}

/** Why some of the items can't be deleted, where they are used, and what can be done about it. */
function Refused({ outlook, onClose }: { outlook: Outlook; onClose: () => void }) {
  const { t } = useTranslation()
  const { items, refused } = outlook
  const reasons = [...new Set(refused.map(refusalText))]
  const uses = new Map(refused.flatMap(({ usedIn }) => usedIn.map((use) => [use.id, use] as const)))
  const more = usesOf(outlook) - uses.size
  const mayRemove = isRemovable(outlook)
  return (
    <div className={styles.refused} role="status">
      {refused.length < items.length && (
        <p>{t('delete.someInUse', { count: items.length, refused: refused.length })}</p>
      )}
      {reasons.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {uses.size > 0 && (
        <ul className={styles.uses}>
          {[...uses.values()].map(({ way, ...use }) => {
            const { id, name, ...link } = whereUsed(use)
            return (
              <li key={id}>
                <Link {...(link as LinkProps)} onClick={onClose}>
                  {name}
                </Link>
                {way !== 'remove' && way !== 'first' && mayRemove === (way === 'idle') && (
                  <> – {t(`delete.ways.${way}`)}</>
                )}
              </li>
            )
          })}
          {more > 0 && <li>{t('delete.moreUses', { count: more })}</li>}
        </ul>
      )}
      {mayRemove && <p>{t('delete.everywhereText', { count: usesOf(outlook) })}</p>}
    </div>
  )
}

function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div className={styles.used} role="status">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

function UsedIn({ uses, onClose }: { uses: readonly WhereUsed[]; onClose: () => void }) {
  const { t } = useTranslation()
  if (uses.length === 0) return null
  return (
    <p className={styles.used}>
      {t('delete.usedIn')}{' '}
      {uses.map(({ name: other, id = other, ...link }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link {...(link as LinkProps)} onClick={onClose}>
            {other}
          </Link>
        </span>
      ))}
    </p>
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
