import { ActionIcon, CloseButton, UnstyledButton } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import type { Action } from '@vitrine/contract/document/actions'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ActionsHost } from '#fields/actions/actions-host.ts'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import { PageFlowView } from './page-flow-view.tsx'
import styles from './page-preview.module.css'
import { usePreviewRun } from './page-preview-run.ts'
import { PreviewStage } from './page-preview-stage.tsx'
import type { PreviewStories } from './page-preview-stories.ts'
import type { PreviewPage } from './preview-page.ts'

interface PagePreviewProps {
  /** In the order that "next" and "previous" follow. */
  pages: readonly PreviewPage[]
  start?: number
  /** Beside the name of the page. */
  note?: string
  /** What actions may lead to besides. */
  stories?: PreviewStories
  actions: ActionsHost
  /** Called when the first page is drawn. */
  first?: Action
  onClose: () => void
}

/** What lies over a page beside its widgets: a keyboard, a list, a website. */
const OPENED = '[data-preview] [data-page] > div > :not([data-widget], :empty)'

/** Long enough to see what it was like before. */
const FIRST_MS = 900

/**
 * Pages as a screen plays them, with actions that work, over the whole window. An action for another screen shows
 * there, on a second one beside this. Escape goes back.
 */
export function PagePreview({ pages, start = 0, note, stories, actions, first, onClose }: PagePreviewProps) {
  const { t } = useTranslation()
  const shared = { pages, others: stories?.layouts ?? [], start, actions, pagesOf: stories?.pagesOf }
  const [other, setOther] = useState<string>()
  const [trueSize, setTrueSize] = useState(false)
  const [mapped, setMapped] = useState(false)
  // Each of the two screens may ask the other.
  const asked = useRef<{ here: (action: Action) => void; there: (action: Action) => void }>(undefined)
  const here = usePreviewRun({
    ...shared,
    elsewhere: (action) => {
      setOther(actions.devices.find(({ id }) => id === action.target)?.name ?? action.target)
      asked.current?.there(action)
    },
  })
  const there = usePreviewRun({ ...shared, elsewhere: (action) => asked.current?.here(action) })
  asked.current = { here: here.obey, there: there.obey }

  const { perform } = here
  useEffect(() => {
    if (!first) return
    const timer = setTimeout(() => perform('', [first]), FIRST_MS)
    return () => clearTimeout(timer)
  }, [first, perform])

  const trap = useFocusTrap()
  useFocusReturn()
  useToastRoom()
  const { page, log } = here
  const { step } = here
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopPropagation()
      // What a widget has opened over its page closes first, and has the arrows.
      if (document.querySelector(OPENED)) return
      if (event.key === 'Escape') onClose()
      if (event.key === 'ArrowRight' && here.count > 1) step(1)
      if (event.key === 'ArrowLeft' && here.count > 1) step(-1)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [onClose, here.count, step])
  if (!page) return null
  return createPortal(
    <div
      ref={trap}
      className={styles.preview}
      data-preview=""
      role="dialog"
      aria-modal="true"
      aria-label={t('preview.title', { name: page.name })}
    >
      <header className={styles.bar}>
        <strong dir="auto">{page.name}</strong>
        <bdi dir="ltr">
          {page.document.width} × {page.document.height}
        </bdi>
        {note && <span className={styles.note}>{note}</span>}
        <span className={styles.grow} />
        {here.count > 1 && (
          <>
            <ActionIcon
              className={styles.choice}
              c="inherit"
              aria-label={t('preview.previous')}
              onClick={() => step(-1)}
            >
              <CaretLeftIcon size={18} aria-hidden="true" />
            </ActionIcon>
            <span>{t('preview.position', { position: Math.max(1, here.position), count: here.count })}</span>
            <ActionIcon
              className={styles.choice}
              c="inherit"
              aria-label={t('preview.next')}
              onClick={() => step(1)}
            >
              <CaretRightIcon size={18} aria-hidden="true" />
            </ActionIcon>
          </>
        )}
        {here.count > 1 && (
          <UnstyledButton
            className={styles.choice}
            aria-pressed={mapped}
            onClick={() => setMapped((before) => !before)}
          >
            {t('preview.flow')}
          </UnstyledButton>
        )}
        <UnstyledButton
          className={styles.choice}
          aria-pressed={trueSize}
          onClick={() => setTrueSize((before) => !before)}
        >
          {t('preview.trueSize')}
        </UnstyledButton>
        <UnstyledButton
          className={styles.choice}
          aria-pressed={other !== undefined}
          onClick={() => setOther(other === undefined ? t('preview.otherScreen') : undefined)}
        >
          {t('preview.twoScreens')}
        </UnstyledButton>
        <CloseButton
          className={`${styles.choice} ${styles.close}`}
          c="inherit"
          aria-label={t('preview.close')}
          onClick={onClose}
          data-autofocus
        />
      </header>
      {mapped ? (
        <PageFlowView
          pages={here.pages}
          known={shared.others}
          actions={actions}
          current={here.position - 1}
          onChoose={(chosen) => {
            here.show(chosen)
            setMapped(false)
          }}
        />
      ) : (
        <div className={styles.screens} data-two={other !== undefined}>
          <PreviewStage run={here} trueSize={trueSize} caption={other && t('actions.source')} />
          {other !== undefined && <PreviewStage run={there} trueSize={trueSize} caption={other} />}
        </div>
      )}
      <ol className={styles.log} aria-label={t('preview.log')} aria-live="polite">
        {log.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </div>,
    document.body,
  )
}

/** Gives the focus back to who had it before: of a menu that is gone, to its button. */
function useFocusReturn() {
  const [before] = useState(() => {
    const { activeElement } = document
    const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
    return button ? document.getElementById(button) : activeElement
  })
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}
