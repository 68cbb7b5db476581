import { ActionIcon, CloseButton, UnstyledButton } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import type { Icon } from '@phosphor-icons/react'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import { type ReadDocument, zoneEntries } from '@vitrine/contract/document/layout-document'
import type { PageLanguages } from '@vitrine/contract/document/page-languages'
import type { Action } from '@vitrine/contract/fields/actions'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { closeComments } from '#content/pages/comments/comments-state.ts'
import type { ActionsHost } from '#fields/actions/actions-host.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import type { LinkTarget } from './board/page-links.ts'
import styles from './page-preview.module.css'
import { usePreviewRun } from './page-preview-run.ts'
import { PreviewStage } from './page-preview-stage.tsx'
import type { PreviewStories } from './page-preview-stories.ts'
import type { PreviewPage } from './preview-page.ts'

const AsScreenPicker = lazyPart(
  async () => (await import('#pickers/values/as-screen-picker.tsx')).AsScreenPicker,
)

const CommentsButton = lazyPart(
  async () => (await import('#content/pages/comments/comments-button.tsx')).CommentsButton,
)
const PreviewComments = lazyPart(
  async () => (await import('#content/pages/comments/placed-comments.tsx')).PreviewComments,
)

const ExportMenu = lazyPart(async () => (await import('./export/export-menu.tsx')).ExportMenu)

const PageBoard = lazyPart(async () => (await import('./board/page-board.tsx')).PageBoard)

const LanguageChoice = lazyPart(async () => (await import('./language-choice.tsx')).LanguageChoice)

interface ScreenChoiceProps {
  always: boolean | undefined
  languages: PageLanguages | undefined
}

/** As which screen, and in which language, pages are shown. */
const ScreenChoice = ({ always, languages }: ScreenChoiceProps) => (
  <Waiting quiet>
    {languages && <LanguageChoice languages={languages} />}
    <AsScreenPicker always={always} />
  </Waiting>
)

const hasEntryRules = ({ widgets }: ReadDocument): boolean =>
  widgets.some((widget) => zoneEntries(widget, WIDGET_FIELDS).some(({ screens }) => screens))

/** Changing links between pages. */
interface Board {
  /** Absent for people who may not. */
  onLink: ((from: number, widgetId: string, to: LinkTarget) => void) | undefined
  /** Starts with the first page instead. */
  startsPlaying: boolean
  /** Shown among the commands. */
  commands: (className: string | undefined) => ReactNode
  /** Below the commands. */
  changes: ReactNode
}

interface PagePreviewProps {
  /** In playing order. */
  pages: readonly PreviewPage[]
  start?: number
  /** Shown beside the page's name. */
  note?: string | undefined
  /** Further action targets. */
  stories?: PreviewStories
  actions: ActionsHost
  /** Runs once the first page has rendered. */
  first?: Action
  /** Whether the screen decides which pages play. */
  decides?: boolean | undefined
  /** A change restarts the preview. */
  run?: string
  /** Starts with the pages side by side, where links can be changed. */
  board?: Board
  onClose: () => void
}

/** Overlays on a page besides its widgets: a keyboard, a list, a website. */
const OPENED = '[data-preview] figure [data-page] > div > :not([data-widget], :empty)'

/** Time to see the state before the action. */
const FIRST_MS = 900

/**
 * A full-window preview of pages with working actions. An action for another screen shows on a second one beside
 * this. Escape closes the preview.
 */
export function PagePreview({ run, ...props }: PagePreviewProps) {
  // Outside the keyed component: after a restart, the focus is on the previous run's buttons.
  useFocusReturn()
  useEffect(() => closeComments, [])
  return <Preview key={run} {...props} />
}

const NO_LAYOUTS: PreviewStories['layouts'] = []

type PreviewProps = Omit<PagePreviewProps, 'run'>

function Preview(props: PreviewProps) {
  const { pages, start = 0, note, stories, actions, first, decides, board, onClose } = props
  const { t } = useTranslation()
  const { here, there, other, setOther } = useTwoScreens({ pages, start, stories, actions })
  const [isTrueSize, setTrueSize] = useState(false)
  const [isMapped, setMapped] = useState(board?.startsPlaying === false)
  useFirstAction(first, here)
  useKeys(here, onClose)
  const trap = useFocusTrap()
  useToastRoom()
  const { page } = here
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
      <PreviewBar run={here} page={page} note={note} onClose={onClose}>
        <ScreenChoice always={decides || hasEntryRules(page.document)} languages={page.document.languages} />
        {here.count > 1 && <Toggle label={t('preview.flow')} on={isMapped} onChange={setMapped} />}
        <Toggle label={t('preview.trueSize')} on={isTrueSize} onChange={setTrueSize} />
        <Toggle
          label={t('preview.twoScreens')}
          on={other !== undefined}
          onChange={(on) => setOther(on ? t('preview.otherScreen') : undefined)}
        />
        {!isMapped && other === undefined && <Comments pageId={page.id} />}
        {board?.commands(styles.choice)}
      </PreviewBar>
      {board?.changes}
      {isMapped ? (
        <Waiting>
          <PageBoard
            onLink={here.pages === pages ? board?.onLink : undefined}
            pages={here.pages}
            known={stories?.layouts ?? NO_LAYOUTS}
            actions={actions}
            current={here.position - 1}
            onChoose={(chosen) => {
              here.show(chosen)
              setMapped(false)
            }}
          />
        </Waiting>
      ) : (
        <Screens {...{ here, there, other, isTrueSize }} />
      )}
      <Log entries={here.log} />
    </div>,
    document.body,
  )
}

function Log({ entries }: { entries: Run['log'] }) {
  const { t } = useTranslation()
  return (
    <ol className={styles.log} aria-label={t('preview.log')} aria-live="polite">
      {entries.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ol>
  )
}

type Run = ReturnType<typeof usePreviewRun>

const Comments = ({ pageId }: { pageId: string }) => (
  <Waiting quiet>
    <CommentsButton pageId={pageId} className={styles.choice} />
  </Waiting>
)

/** One screen with the comments on its page, or two. */
function Screens({
  here,
  there,
  other,
  isTrueSize,
}: Pick<ReturnType<typeof useTwoScreens>, 'here' | 'there' | 'other'> & { isTrueSize: boolean }) {
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const { page } = here
  return (
    <div ref={stage} className={styles.screens} data-two={other !== undefined}>
      <PreviewStage run={here} trueSize={isTrueSize} caption={other && t('actions.source')} />
      {other !== undefined && <PreviewStage run={there} trueSize={isTrueSize} caption={other} />}
      {page && page.id !== '' && other === undefined && (
        <Waiting quiet>
          <PreviewComments key={page.id} pageId={page.id} document={page.document} stage={stage} />
        </Waiting>
      )}
    </div>
  )
}

/**
 * This screen, and optionally a second one; actions on one can control the other. `other`: the second one's name, if
 * shown.
 */
function useTwoScreens(shared: Parameters<typeof usePreviewRun>[0]) {
  const [other, setOther] = useState<string>()
  const screens = useRef<{ here: Run; there: Run }>(undefined)
  const here = usePreviewRun({
    ...shared,
    elsewhere: (action) => {
      setOther(shared.actions.devices.find(({ id }) => id === action.target)?.name ?? action.target)
      screens.current?.there.obey(action)
    },
  })
  const there = usePreviewRun({ ...shared, elsewhere: (action) => screens.current?.here.obey(action) })
  screens.current = { here, there }
  return { here, there, other, setOther }
}

function useFirstAction(first: Action | undefined, { perform }: Run) {
  useEffect(() => {
    if (!first) return
    const timer = setTimeout(() => perform('', [first]), FIRST_MS)
    return () => clearTimeout(timer)
  }, [first, perform])
}

/** Escape closes the preview, arrow keys change the page. */
function useKeys({ count, step }: Run, onClose: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Keys in a comment aren't for the page.
      if (event.target instanceof Element && event.target.closest('[data-comments]')) return
      if (event.key === 'Escape') event.stopPropagation()
      // A widget's overlay handles Escape and arrow keys first.
      if (document.querySelector(OPENED)) return
      if (event.key === 'Escape') {
        // The same key would close a dialog that this opens.
        event.preventDefault()
        onClose()
      }
      if (event.key === 'ArrowRight' && count > 1) step(1)
      if (event.key === 'ArrowLeft' && count > 1) step(-1)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [onClose, count, step])
}

interface PreviewBarProps {
  run: Run
  page: PreviewPage
  note: string | undefined
  onClose: () => void
  children: ReactNode
}

function PreviewBar({ run, page, note, onClose, children }: PreviewBarProps) {
  const { t } = useTranslation()
  const { count, position, step } = run
  const stepButton = (by: 1 | -1, label: string, Sign: Icon) => (
    <ActionIcon className={styles.choice} c="inherit" aria-label={label} onClick={() => step(by)}>
      <Sign size={18} aria-hidden="true" className={styles.mirrored} />
    </ActionIcon>
  )
  return (
    <header className={styles.bar}>
      <strong dir="auto">{page.name}</strong>
      <bdi dir="ltr">
        {page.document.width} × {page.document.height}
      </bdi>
      {note && <span className={styles.note}>{note}</span>}
      <span className={styles.grow} />
      {count > 1 && (
        <>
          {stepButton(-1, t('preview.previous'), CaretLeftIcon)}
          <span>{t('preview.position', { position: Math.max(1, position), count })}</span>
          {stepButton(1, t('preview.next'), CaretRightIcon)}
        </>
      )}
      {children}
      <Waiting quiet>
        <ExportMenu className={styles.choice} page={page} pages={run.pages} />
      </Waiting>
      <CloseButton
        className={`${styles.choice} ${styles.close}`}
        c="inherit"
        aria-label={t('preview.close')}
        onClick={onClose}
        data-autofocus
      />
    </header>
  )
}

function Toggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <UnstyledButton className={styles.choice} aria-pressed={on} onClick={() => onChange(!on)}>
      {label}
    </UnstyledButton>
  )
}

/** Returns the focus to the previously focused element, or to a menu's button if that was in the menu. */
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
