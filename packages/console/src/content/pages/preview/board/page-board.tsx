import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { type CSSProperties, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { useActionSentence } from '#fields/actions/action-sentence.tsx'
import type { ActionsHost, Named } from '#fields/actions/actions-host.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { boardFit } from './board-fit.ts'
import { LinkSpot } from './link-spot.tsx'
import { Links } from './links.tsx'
import styles from './page-board.module.css'
import {
  idleButtons,
  type LinkTarget,
  linksOf,
  type PageLink,
  touchables,
  unreachable,
} from './page-links.ts'
import { useBoxes } from './use-boxes.ts'
import { useLinking } from './use-linking.ts'
import { useRoom } from './use-room.ts'

interface PageBoardProps {
  pages: readonly PreviewPage[]
  /** Other existing layouts. */
  known: readonly Named[]
  actions: ActionsHost
  /** The index of the previewed page. */
  current: number
  onChoose: (page: PreviewPage) => void
  /** Changes where a widget of a page leads; absent: the links are shown only. */
  onLink?: ((from: number, widgetId: string, to: LinkTarget) => void) | undefined
}

/** Pages side by side, with a line for each button that leads from one to another, and what is wrong with them. */
export function PageBoard({ pages, known, actions, current, onChoose, onLink }: PageBoardProps) {
  const { t } = useTranslation()
  const board = useRef<HTMLDivElement>(null)
  const links = useMemo(() => linksOf(pages, known), [pages, known])
  const lost = useMemo(() => new Set(unreachable(pages, links)), [pages, links])
  const boxes = useBoxes(board, pages)
  const { drawn, begin } = useLinking(board, onLink)
  const { width = 1920, height = 1080 } = pages[0]?.document ?? {}
  const scroll = useRef<HTMLDivElement>(null)
  const fit = boardFit(pages.length, width / height, useRoom(scroll))
  return (
    <div ref={scroll} className={styles.scroll}>
      <div
        ref={board}
        className={styles.board}
        style={{ '--columns': fit.columns, '--page-width': `${fit.width}px` } as CSSProperties}
        data-linking={drawn !== undefined || undefined}
        dir="ltr"
      >
        <ol className={styles.pages} aria-label={t('preview.flow')}>
          {pages.map((page, place) => (
            <li key={page.key ?? page.id} data-place={place} data-over={drawn?.over === place || undefined}>
              <div className={styles.picture} data-picture>
                <PageThumb document={page.document} label="" />
                <button
                  type="button"
                  className={styles.page}
                  aria-current={place === current ? 'page' : undefined}
                  aria-label={t('preview.board.show', { position: place + 1, name: page.name })}
                  onClick={() => onChoose(page)}
                />
                {touchables(page.document).map((widget) => (
                  <LinkSpot
                    key={widget.id}
                    {...{ widget, page, pages, place }}
                    links={links.filter((link) => link.from === place && link.widget.id === widget.id)}
                    onPointerDown={begin(place, widget.id)}
                    onLink={onLink && ((to) => onLink(place, widget.id, to))}
                  />
                ))}
              </div>
              <p className={styles.name}>
                {place + 1} · <bdi>{page.name}</bdi>
              </p>
              <Notes
                isLost={lost.has(place)}
                idle={idleButtons(page.document)}
                outside={links.filter(({ from, to }) => from === place && typeof to !== 'number')}
                actions={actions}
              />
            </li>
          ))}
        </ol>
        <Links {...{ pages, links, boxes, drawn }} />
      </div>
      <LinksInWords {...{ pages, links, actions }} />
    </div>
  )
}

interface NotesProps {
  isLost: boolean
  idle: readonly ReadWidget[]
  /** Links that lead to no page of the board. */
  outside: readonly PageLink[]
  actions: ActionsHost
}

/** What is wrong with a page's links, and where they lead outside the board. */
function Notes({ isLost, idle, outside, actions }: NotesProps) {
  const { t } = useTranslation()
  const sentence = useActionSentence(actions)
  const warning = <WarningIcon size={14} aria-hidden="true" />
  return (
    <>
      {isLost && (
        <p className={styles.warning}>
          {warning} {t('preview.unreachable')}
        </p>
      )}
      {idle.map(({ id, name }) => (
        <p key={id} className={styles.warning}>
          {warning} <bdi>{name}</bdi>: {t('preview.board.idle')}
        </p>
      ))}
      {outside.map(({ to, widget, action }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
        <p key={index} className={to === 'missing' ? styles.warning : styles.note}>
          {to === 'missing' && warning} <bdi>{widget.name}</bdi> →{' '}
          {to === 'missing' ? t('preview.leadsNowhere') : sentence(action).text}
        </p>
      ))}
    </>
  )
}

interface LinksInWordsProps {
  pages: readonly PreviewPage[]
  links: readonly PageLink[]
  actions: ActionsHost
}

/** A text equivalent of the lines, for screen readers. */
function LinksInWords({ pages, links, actions }: LinksInWordsProps) {
  const { t } = useTranslation()
  const sentence = useActionSentence(actions)
  return (
    <ul className="visually-hidden">
      {links.map(({ from, to, widget, action }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
        <li key={index}>
          {pages[from]?.name}, {widget.name}: {sentence(action).text}
          {to === 'missing' && `, ${t('preview.leadsNowhere')}`}
        </li>
      ))}
    </ul>
  )
}
