import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import {
  type Storyboard,
  StoryboardInput,
  type StoryboardReview,
} from '@vitrine/contract/api/content/storyboards'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { ComingButton } from '#pickers/coming/coming-button.tsx'
import {
  reviewedStoryboardQuery,
  reviewQuery,
  storyboardFitQuery,
  storyboardsKey,
} from '#queries/storyboards.ts'
import { SavedVersions } from '#ui/dialog/saved-versions.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { LastDecision } from './approval/review.tsx'
import { reviewersText, savedText } from './approval/reviewers.ts'
import styles from './form/storyboard-form.module.css'
import { StoryboardForm } from './form/storyboard-form.tsx'
import { useNewPictures } from './use-new-pictures.ts'

const Misfits = lazyPart(async () => (await import('#pickers/impact/misfits.tsx')).Misfits)
const TagsEditor = lazyPart(async () => (await import('#pickers/tags/tags-editor.tsx')).TagsEditor)

const StoryboardBoard = lazyPart(async () => (await import('./board/storyboard-board.tsx')).StoryboardBoard)

export function StoryboardEditPage() {
  const { type, id } = useParams({ from: '/app/storyboard/$type/edit/$id' })
  const query = useQuery(reviewedStoryboardQuery(id))
  return (
    <RecordView query={query}>
      {(storyboard, reload) =>
        storyboard.type === type ? (
          <EditStoryboard key={id} storyboard={storyboard} reload={reload} />
        ) : (
          <Navigate to="/app/storyboard/$type/edit/$id" params={{ type: storyboard.type, id }} replace />
        )
      }
    </RecordView>
  )
}

function EditStoryboard({ storyboard, reload }: { storyboard: Storyboard; reload: () => void }) {
  const { t } = useTranslation()
  const { id, name, type, mode, idleSeconds, audioId, shuffle, items, organizationId, version, status } =
    storyboard
  const state = useEntityForm(StoryboardInput, {
    name,
    type,
    mode,
    idleSeconds,
    audioId,
    shuffle,
    items,
    organizationId,
    version,
  })
  useNewPictures()
  const { data: review } = useQuery(reviewQuery(id))
  const { data: misfits } = useQuery(storyboardFitQuery(id))
  const mayApprove = useCan('write', 'approve-storyboards')
  const mayWrite = useCan('write', 'storyboards')
  const update = useWrite({
    write: api.storyboards.update,
    done: ({ storyboard: saved }) => savedText(saved, mayApprove),
    failed: 'errors.updateStoryboard',
    invalidates: [storyboardsKey],
  })
  return (
    <Page
      title={name}
      intro={t(`storyboards.typeTexts.${type}`)}
      breadcrumbs={[{ label: t('storyboards.title'), to: '/app/storyboard' }]}
      history={id}
      actions={
        <>
          <ComingButton storyboardId={id} />
          <BoardButton storyboard={storyboard} />
          <SavedVersions kind="storyboard" id={id} mayRestore={mayWrite} onRestored={reload} />
          <StatusChip status={status} />
        </>
      }
    >
      <Notice storyboard={storyboard} review={review} />
      {misfits && misfits.length > 0 && (
        <Waiting quiet>
          <Misfits misfits={misfits} />
        </Waiting>
      )}
      <Waiting>
        <TagsEditor of="storyboards" item={storyboard} mayChange={mayWrite} />
      </Waiting>
      <StoryboardForm
        state={state}
        type={type}
        storyboard={storyboard}
        save={(body) => update({ params: { id }, body })}
        onReload={reload}
      />
    </Page>
  )
}

/** Opens the saved pages side by side; the QR code for phones opens them as a screen shows them. */
function BoardButton({ storyboard }: { storyboard: Storyboard }) {
  const { t } = useTranslation()
  const { play } = useSearch({ from: '/app/storyboard/$type/edit/$id' })
  const [opened, setOpened] = useState<'board' | 'play' | undefined>(play && 'play')
  return (
    <>
      <Button variant="default" onClick={() => setOpened('board')}>
        {t('preview.flow')}
      </Button>
      {opened && (
        <Waiting quiet>
          <StoryboardBoard
            storyboard={storyboard}
            plays={opened === 'play'}
            onClose={() => setOpened(undefined)}
          />
        </Waiting>
      )}
    </>
  )
}

interface NoticeProps {
  storyboard: Storyboard
  review: StoryboardReview | undefined
}

/** Whose decision it waits for and what screens play until then, or the last decision. */
function Notice({ storyboard: { status, approvedVersion }, review }: NoticeProps) {
  const { t } = useTranslation()
  const mayApprove = useCan('write', 'approve-storyboards')
  const decided = review?.decision && (status !== 'pending' || review.decision.note) && (
    <div className={styles.decided}>
      <LastDecision review={review} />
    </div>
  )
  if (status === 'approved') return review?.decision?.note ? decided : null
  const names = review && reviewersText(review.reviewers)
  const waits = mayApprove ? t('storyboards.waitsForYou') : names && t('storyboards.waitsFor', { names })
  return (
    <>
      <div className={styles.notice} data-tone={status === 'rejected' ? 'bad' : undefined} role="note">
        <span>
          {t(`storyboards.${approvedVersion === null ? 'neverApproved' : 'olderPlays'}`)}{' '}
          {status === 'pending' ? waits : t('storyboards.saveToSend')}
        </span>
      </div>
      {decided}
    </>
  )
}
