import { Menu } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { PointerEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { widgetBox } from '#pictures/pages/widget-box.ts'
import styles from './page-board.module.css'
import type { LinkTarget, PageLink } from './page-links.ts'

interface LinkSpotProps {
  widget: ReadWidget
  page: PreviewPage
  /** The index of `page`. */
  place: number
  pages: readonly PreviewPage[]
  /** Where the widget leads now. */
  links: readonly PageLink[]
  onPointerDown: PointerEventHandler<HTMLElement>
  onLink: ((to: LinkTarget) => void) | undefined
}

/** A widget that can be touched: drag it to a page, or press it to choose one. */
export function LinkSpot({ widget, page, place, pages, links, onPointerDown, onLink }: LinkSpotProps) {
  const { t } = useTranslation()
  const frame = { className: styles.spot, style: widgetBox(widget, page.document) }
  if (!onLink) return <span {...frame} aria-hidden="true" />
  const target = links.find(({ action }) => action.type !== 'LAYOUT')
  const isTarget = (to: LinkTarget) =>
    target !== undefined &&
    (to === 'next' || to === 'previous'
      ? target.action.verb === (to === 'next' ? 'LOAD_NEXT_LAYOUT' : 'LOAD_PREVIOUS_LAYOUT')
      : target.to === to && target.action.verb.startsWith('LOAD_LAYOUT_BY'))
  const isWrong = links.length === 0 ? widget.type === 'button' : links.every(({ to }) => to === 'missing')
  const item = (to: LinkTarget, label: string) => (
    <Menu.Item key={to} onClick={() => onLink(to)} {...(isTarget(to) && { 'aria-current': true })}>
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-start" zIndex={500} withinPortal>
      <Menu.Target>
        <button
          type="button"
          {...frame}
          data-wrong={isWrong || undefined}
          aria-label={t('preview.board.link', { widget: widget.name, page: page.name })}
          title={widget.name}
          onPointerDown={onPointerDown}
        />
      </Menu.Target>
      <Menu.Dropdown className={styles.targets}>
        <Menu.Label>{t('preview.board.leadsTo')}</Menu.Label>
        {pages.map(({ name }, to) => (to === place ? null : item(to, `${to + 1} · ${name}`)))}
        <Menu.Divider />
        {item('next', t('preview.next'))}
        {item('previous', t('preview.previous'))}
        {target && item('nowhere', t('preview.board.unlink'))}
      </Menu.Dropdown>
    </Menu>
  )
}
