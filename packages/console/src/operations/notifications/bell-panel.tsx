import { Popover } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { AtIcon } from '@phosphor-icons/react/dist/csr/At'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { CheckCircleIcon } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { HourglassMediumIcon } from '@phosphor-icons/react/dist/csr/HourglassMedium'
import { WifiSlashIcon } from '@phosphor-icons/react/dist/csr/WifiSlash'
import { XCircleIcon } from '@phosphor-icons/react/dist/csr/XCircle'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { agoText } from '#lib/text/ago.ts'
import { dismiss, toasts } from '#lib/toasts.ts'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { screenPicture } from '#pictures/screens/screen-picture.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import type { Tone } from '#ui/screen/status-tones.ts'
import styles from './bell.module.css'
import { BellButton } from './bell-button.tsx'
import type { News, NewsKind } from './news.ts'

const SHOWN = 50

const SIGNS = {
  asked: [HourglassMediumIcon, 'info'],
  approved: [CheckCircleIcon, 'ok'],
  rejected: [XCircleIcon, 'bad'],
  offline: [WifiSlashIcon, 'bad'],
  back: [CheckCircleIcon, 'ok'],
  behind: [ArrowsClockwiseIcon, 'warn'],
  licence: [CertificateIcon, 'warn'],
  source: [XCircleIcon, 'bad'],
  mention: [AtIcon, 'info'],
} as const satisfies Record<NewsKind, readonly [Icon, Tone]>

interface BellPanelProps {
  unread: number
  past: readonly News[]
  seenAt: number
  now: number
  /** Called when the user has seen them. */
  onSeen: () => void
}

/** The bell with its notifications. */
export function BellPanel({ unread, past, seenAt, now, onSeen }: BellPanelProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const change = (next: boolean) => {
    setOpened(next)
    // The panel lists the toasts, so dismiss them, except those with an undo.
    if (next) for (const { id, undo } of toasts.getState().showing) if (!undo) dismiss(id)
    // Mark as read on closing, not while they are visible.
    if (!next) onSeen()
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <BellButton unread={unread} onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label={t('notifications.title')}>
        <h2 tabIndex={-1} data-autofocus className={styles.title}>
          {t('notifications.title')}
        </h2>
        {past.length === 0 && <p className={styles.none}>{t('notifications.none')}</p>}
        <ul className={styles.list}>
          {past.slice(0, SHOWN).map((item) => (
            <Item key={item.id} item={item} isNew={item.at > seenAt} now={now} onGo={() => change(false)} />
          ))}
        </ul>
        <Messages now={now} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Toasts since the console was opened, in case they disappeared unread. */
function Messages({ now }: { now: number }) {
  const { t } = useTranslation()
  const messages = useStore(toasts, ({ history }) => history)
  if (messages.length === 0) return null
  return (
    <section aria-labelledby="past-messages">
      <h3 id="past-messages" className={styles.title}>
        {t('notifications.messages')}
      </h3>
      <ul className={styles.list}>
        {messages.map(({ id, kind, title, message, at }) => {
          const failed = kind === 'negative' || kind === 'warning'
          const [Sign, tone] = failed ? SIGNS.rejected : SIGNS.approved
          return (
            <li key={id} className={styles.item}>
              <Sign size={18} aria-hidden="true" className={styles.sign} data-tone={tone} />
              <span className={styles.words}>
                {title ?? message ?? t(failed ? 'toast.error' : 'toast.done')}
                {title && message && <span>{message}</span>}
                <span className={styles.ago}>{agoText(at, Math.max(now, at))}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface ItemProps {
  item: News
  isNew: boolean
  now: number
  onGo: () => void
}

function Item({ item, isNew, now, onGo }: ItemProps) {
  const { t } = useTranslation()
  const [Sign, tone] = SIGNS[item.kind]
  const picture = pictureOf(item)
  return (
    <li>
      <Link
        {...(linkOf(item) as LinkProps)}
        className={styles.item}
        data-new={isNew || undefined}
        onClick={onGo}
      >
        <Sign size={18} aria-hidden="true" className={styles.sign} data-tone={tone} />
        <span className={styles.words}>
          {t(`notifications.kinds.${item.kind}`, { name: item.name })}
          <span className={styles.ago}>
            {isNew && <span className="visually-hidden">{t('notifications.new')} </span>}
            {agoText(item.at, now)}
          </span>
        </span>
        {picture && <SmallPicture>{picture}</SmallPicture>}
      </Link>
    </li>
  )
}

function pictureOf({ kind, subjectId }: News): ReactNode {
  if (kind === 'source' || kind === 'licence' || kind === 'mention') return null
  const isScreen = kind === 'offline' || kind === 'back' || kind === 'behind'
  return isScreen ? screenPicture(subjectId) : storyPicture(subjectId)
}

const PAGES = {
  card: '/app/cards/edit/$id',
  layout: '/app/layouts/design/$id',
  part: '/app/parts/design/$id',
} as const

function linkOf({ kind, subjectId, name, type, comment }: News): Pick<LinkProps, 'to' | 'search' | 'params'> {
  if (comment)
    return {
      to: PAGES[comment.kind],
      params: { id: subjectId },
      search: { comment: comment.id },
    } as unknown as LinkProps
  if (kind === 'source') return { to: '/app/media-library/sources', search: { q: name } }
  if (kind === 'licence') return { to: '/app/licence' }
  if (kind === 'asked') return { to: '/app/storyboard', search: { status: 'pending', review: subjectId } }
  // Link to the screen that shows the reason and can fix it.
  if (kind === 'rejected' && type)
    return { to: '/app/storyboard/$type/edit/$id', params: { type, id: subjectId } } as LinkProps
  if (kind === 'approved' || kind === 'rejected') return { to: '/app/storyboard', search: { q: name } }
  return { to: '/app/devices', search: { q: name } }
}
