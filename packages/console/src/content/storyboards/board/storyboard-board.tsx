import { ActionIcon, Button } from '@mantine/core'
import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft'
import { ArrowUUpRightIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpRight'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OnScreens } from '#content/pages/designer/bar/on-screens.tsx'
import { usePageFieldsHost } from '#content/pages/host/page-fields-host.tsx'
import { PagePreview } from '#content/pages/preview/page-preview.tsx'
import { usePreviewStories } from '#content/pages/preview/page-preview-stories.ts'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { contentsOf } from '#content/storyboards/inner/sequence.ts'
import { useStories } from '#content/storyboards/inner/use-stories.ts'
import { type StoryPage, usePagesById } from '#queries/pages.ts'
import { LeaveDialog } from '#ui/dialog/leave-dialog.tsx'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { withEdits } from './link-edits.ts'
import { PhoneCode } from './phone-code.tsx'
import styles from './storyboard-board.module.css'
import { useLinkEdits } from './use-link-edits.ts'

const NOTHING: ReadDocument = { width: 1920, height: 1080, widgets: [] }

interface StoryboardBoardProps {
  storyboard: Storyboard
  /** Starts with the first page as a screen shows it, instead of the pages side by side. */
  plays?: boolean
  onClose: () => void
}

/** The pages of a saved storyboard side by side: buttons are linked to pages, and tried in the same place. */
export function StoryboardBoard(props: StoryboardBoardProps) {
  const { storyboard } = props
  const stories = useStories(storyboard.items)
  const { pageIds, lengths } = useMemo(() => contentsOf(storyboard, stories), [storyboard, stories])
  const { pages, isPending } = usePagesById(storyboard.type, pageIds)
  const found = useFound(pageIds, pages)
  return isPending || found.every(({ id }) => id === '') ? null : (
    <Board {...props} pages={found} lengths={lengths} />
  )
}

/** The pages in the items' order; a missing one is empty, so that the others keep their places. */
function useFound(ids: readonly string[], pages: Readonly<Record<string, StoryPage | null>>) {
  const { t } = useTranslation()
  const order = ids.join()
  return useMemo(() => {
    const gone: StoryPage = {
      ...{ id: '', organizationId: '', version: 0, name: t('storyboards.gone') },
      ...{ width: 1920, height: 1080, widgets: [], config: { inputs: [] } },
    }
    return order.split(',').map((id) => pages[id] ?? gone)
  }, [order, pages, t])
}

interface BoardProps extends StoryboardBoardProps {
  /** With those of storyboards inside it, which keep the places that actions name. */
  pages: readonly StoryPage[]
  /** How long each of them shows, in seconds. */
  lengths: readonly number[]
}

function Board({ storyboard, plays = false, pages, lengths, onClose }: BoardProps) {
  const { id, type, mode, items } = storyboard
  const { host } = usePageFieldsHost({ id: '', name: '', document: NOTHING })
  const stories = usePreviewStories()
  const mayWrite = useCan('write', type === 'designed' ? 'layouts' : 'cards')
  const links = useLinkEdits(type, pages)
  const [isAsking, setAsking] = useState(false)
  const { edits } = links
  const isDirty = links.changed.length > 0
  const shown = useMemo(
    () =>
      pages.map(
        (page, index): PreviewPage => ({
          ...{ id: page.id, key: `${id} ${index}`, name: page.name },
          document: withEdits(page, edits, pages),
          seconds: mode === 'AUTO' ? lengths[index] : undefined,
        }),
      ),
    [pages, edits, id, mode, lengths],
  )
  const onLink = (from: number, widgetId: string, to: Parameters<typeof links.link>[0]['to']) => {
    const pageId = pages[from]?.id
    if (pageId) links.link({ pageId, widgetId, to })
  }
  const { origin, pathname } = window.location
  return (
    <>
      <PagePreview
        key={id}
        pages={shown}
        stories={stories}
        actions={host.actions}
        decides={items.some(({ screens }) => screens)}
        board={{
          onLink: mayWrite ? onLink : undefined,
          startsPlaying: plays,
          commands: (className) => (
            <PhoneCode
              className={className}
              address={`${origin}${pathname}#/app/storyboard/${type}/edit/${id}?play=1`}
            />
          ),
          changes: isDirty && <Changes links={links} />,
        }}
        onClose={() => (isDirty ? setAsking(true) : onClose())}
      />
      <UnsavedGuard when={() => isDirty} />
      <LeaveDialog opened={isAsking} onLeave={onClose} onStay={() => setAsking(false)} />
    </>
  )
}

/** What was changed and would change on screens; undo, redo, and save. */
function Changes({ links }: { links: ReturnType<typeof useLinkEdits> }) {
  const { t } = useTranslation()
  const { changed, undo, redo, save } = links
  return (
    <div className={styles.changes}>
      <strong>{t('preview.board.changed', { count: changed.length })}</strong>
      {changed[0] && <OnScreens id={changed[0].id} />}
      <ActionIcon c="inherit" aria-label={t('storyboards.undo')} disabled={!undo} onClick={undo}>
        <ArrowUUpLeftIcon size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon c="inherit" aria-label={t('storyboards.redo')} disabled={!redo} onClick={redo}>
        <ArrowUUpRightIcon size={18} aria-hidden="true" />
      </ActionIcon>
      <Button onClick={() => void save()}>{t('form.save')}</Button>
    </div>
  )
}
