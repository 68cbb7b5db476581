import { BrowsersIcon } from '@phosphor-icons/react/dist/csr/Browsers'
import { FilePdfIcon } from '@phosphor-icons/react/dist/csr/FilePdf'
import { FileZipIcon } from '@phosphor-icons/react/dist/csr/FileZip'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { GlobeIcon } from '@phosphor-icons/react/dist/csr/Globe'
import { ImageIcon } from '@phosphor-icons/react/dist/csr/Image'
import { MusicNotesIcon } from '@phosphor-icons/react/dist/csr/MusicNotes'
import { TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ShelfItem } from '@vitrine/contract/api/content/shelf'
import type { ShelfKind } from '@vitrine/contract/api/content/shelf-kinds'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSeen } from '#lib/browser/use-seen.ts'
import { useFileUrl } from '#lib/files.ts'
import { TagChips } from '#pickers/tags/tag-chips.tsx'
import styles from '#pictures/media/media-card.module.css'
import { PageOf, StoredPicture } from '#pictures/pages/page-thumb.tsx'
import { cardQuery } from '#queries/cards.ts'
import { playedKind } from '#queries/shelf.ts'
import { PlayButton } from '#ui/screen/play-button.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import shelfStyles from './shelf.module.css'

/** Something that screens can show: a click opens its editor, the button plays it. */
export function ShelfTile({ item }: { item: ShelfItem }) {
  const { t } = useTranslation()
  const { id, kind, name, organizationId, tags } = item
  const subject = { kind: playedKind(kind), id, row: { name, organizationId } }
  return (
    <article className={styles.card}>
      <Link {...editorOf(item)} className={styles.open}>
        <TilePicture item={item} />
        <span className={styles.name}>
          <Truncated text={name} length={SHOWN.mediaCard} />
        </span>
      </Link>
      <div className={styles.foot}>
        <span className={styles.size}>{t(`shelf.one.${kind}`)}</span>
        <TagChips tags={tags} most={2} />
        {kind !== 'audio' && <PlayButton name={name} size={28} request={{ subject }} />}
      </div>
    </article>
  )
}

const SIGNS: Record<ShelfKind, typeof ImageIcon> = {
  image: ImageIcon,
  video: FilmStripIcon,
  web: GlobeIcon,
  package: FileZipIcon,
  audio: MusicNotesIcon,
  deck: FilePdfIcon,
  source: TableIcon,
  card: BrowsersIcon,
  layout: BrowsersIcon,
  storyboard: BrowsersIcon,
  template: BrowsersIcon,
}

function TilePicture({ item: { kind, thumbnailId, page } }: { item: ShelfItem }) {
  const fileUrl = useFileUrl()
  if (page)
    return (
      <span className={shelfStyles.picture}>
        {kind === 'template' ? (
          <TemplatePicture id={page.id} />
        ) : (
          <PageOf type={page.kind === 'card' ? 'standard' : 'designed'} id={page.id} />
        )}
      </span>
    )
  const Sign = SIGNS[kind]
  return (
    <span className={styles.picture} dir="ltr">
      {thumbnailId ? (
        <img
          src={fileUrl(`/thumbnail/download/${thumbnailId}`)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <Sign size={40} weight="duotone" aria-hidden="true" />
      )}
    </span>
  )
}

/** Lists of cards by their ids leave templates out. */
function TemplatePicture({ id }: { id: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const { data } = useQuery({ ...cardQuery(id), enabled: useSeen(frame) })
  return <div ref={frame}>{data ? <StoredPicture page={data} label="" /> : <ScreenTile alt=" " />}</div>
}

/** Where something is edited. */
function editorOf({ kind, id, folderId, page }: ShelfItem): Pick<LinkProps, 'to' | 'params'> {
  switch (kind) {
    case 'deck':
      return { to: '/app/media-library/folders/$folderId', params: { folderId: folderId ?? '' } }
    case 'source':
      return { to: '/app/media-library/sources/edit/$id', params: { id } }
    case 'card':
      return { to: '/app/cards/edit/$id', params: { id } }
    case 'template':
      return { to: '/app/cards/design-template/$id', params: { id } }
    case 'layout':
      return { to: '/app/layouts/design/$id', params: { id } }
    case 'storyboard': {
      const type = page?.kind === 'layout' ? 'designed' : 'standard'
      return { to: '/app/storyboard/$type/edit/$id', params: { type, id } }
    }
    default:
      return { to: '/app/media-library/preview/$id', params: { id } }
  }
}
