import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useAppName } from '#lib/session/brand.ts'
import { useCan } from '#ui/work/use-can.ts'
import styles from './page.module.css'

export interface Crumb extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  label: string
}

interface PageProps {
  title: string
  /** One sentence below the title. */
  intro?: string
  /** Breadcrumbs without this page; only for pages below the first level. */
  breadcrumbs?: Crumb[]
  /** The primary action is the last one. */
  actions?: ReactNode
  /** A link to the trash: of one kind, or of all kinds. */
  trash?: TrashKind | 'all'
  /** The id of the page's thing, for a link to its history. */
  history?: string
  /** Lists and galleries use the full width. `text` is at most 1,200 px wide, `form` 640. */
  width?: 'full' | 'text' | 'form'
  children: ReactNode
}

/** The layout of every screen: title, intro, actions, content. Also sets the document's title. */
export function Page({
  title,
  intro,
  breadcrumbs = [],
  actions,
  trash,
  history,
  width = 'full',
  children,
}: PageProps) {
  const { t } = useTranslation()
  const appName = useAppName()
  const [primary, setPrimary] = useState<HTMLElement | null>(null)
  const tab = [title, ...breadcrumbs.map(({ label }) => label).reverse(), appName].join(' – ')
  useEffect(() => {
    document.title = tab
  }, [tab])
  return (
    <div className={styles.page} data-width={width}>
      {breadcrumbs.length > 0 && (
        <nav aria-label={t('page.breadcrumbs')} className={styles.crumbs}>
          {breadcrumbs.map(({ label, ...link }, index) => (
            // Folders of one name may be nested.
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is what tells one from another
            <Link key={index} {...(link as LinkProps)}>
              {label}
            </Link>
          ))}
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <header className={styles.header}>
        <div>
          <h1>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        <div className={styles.actions}>
          {trash && <TrashLink kind={trash} />}
          {history && <HistoryLink thing={history} />}
          {actions}
          <span ref={setPrimary} className={styles.primary} />
        </div>
      </header>
      <Primary value={primary}>{children}</Primary>
    </div>
  )
}

const Primary = createContext<HTMLElement | null>(null)

/** Lets a part of a page append an action to the page's actions. */
export function PrimaryAction({ children }: { children: ReactNode }) {
  const place = use(Primary)
  return place && createPortal(children, place)
}

function TrashLink({ kind }: { kind: TrashKind | 'all' }) {
  const { t } = useTranslation()
  return (
    <Link to="/app/trash" search={kind === 'all' ? {} : { kind }} className={styles.trash}>
      <TrashIcon size={16} aria-hidden="true" />
      {t('page.trash')}
    </Link>
  )
}

/** To the audit log of one thing, for people who may read it. */
export function HistoryLink({ thing }: { thing: string }) {
  const { t } = useTranslation()
  if (!useCan('read', 'audit')) return null
  return (
    <Link to="/app/audit" search={{ thing }} className={styles.trash}>
      {t('audit.history')}
    </Link>
  )
}

interface SectionProps {
  title: string
  text?: string
  /** What addresses with a hash lead to. */
  id?: string
  children: ReactNode
}

/** A section of a page with a title. */
export function Section({ title, text, id, children }: SectionProps) {
  return (
    <section className={styles.section} id={id}>
      <h2>{title}</h2>
      {text && <p className={styles.intro}>{text}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  )
}
