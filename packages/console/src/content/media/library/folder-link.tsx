import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { libraryView } from '#queries/library-view.ts'
import styles from './library.module.css'

/** Opens a folder in the picker, without changing the URL. */
export type OpenFolder = (id: string | null) => void

/** Mark only the open folder as current, not its ancestors. */
const EXACT = { exact: true }

/** Sort order, kind, and view persist across folders; the search does not. */
const sameLook = (before: Record<string, unknown>) => ({ ...libraryView(before), q: undefined })

interface FolderLinkProps {
  /** null is Root. */
  id: string | null
  onOpen?: OpenFolder
  className?: string
  children: ReactNode
}

/** Opens a folder: a link on the library's page, a button in the picker. */
export function FolderLink({ id, onOpen, className, children }: FolderLinkProps) {
  if (onOpen)
    return (
      <button type="button" className={className} onClick={() => onOpen(id)}>
        {children}
      </button>
    )
  if (id === null)
    return (
      <Link to="/app/media-library" search={sameLook} activeOptions={EXACT} className={className}>
        {children}
      </Link>
    )
  return (
    <Link
      to="/app/media-library/folders/$folderId"
      params={{ folderId: id }}
      search={sameLook}
      activeOptions={EXACT}
      className={className}
    >
      {children}
    </Link>
  )
}

interface FolderTrailProps {
  path: readonly { id: string; name: string }[]
  onOpen?: OpenFolder
}

/** Breadcrumbs from Root to the open folder; none at Root. */
export function FolderTrail({ path, onOpen }: FolderTrailProps) {
  const { t } = useTranslation()
  const here = path.at(-1)
  if (!here) return null
  return (
    <nav aria-label={t('page.breadcrumbs')} className={styles.trail}>
      {[{ id: null, name: t('media.root') }, ...path.slice(0, -1)].map(({ id, name }) => (
        <FolderLink key={id} id={id} onOpen={onOpen}>
          {name}
        </FolderLink>
      ))}
      <span aria-current="page">{here.name}</span>
    </nav>
  )
}
