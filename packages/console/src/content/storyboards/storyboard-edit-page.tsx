import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import {
  type Storyboard,
  StoryboardInput,
  type StoryboardReview,
} from '@vitrine/contract/api/content/storyboards'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { reviewedStoryboardQuery, reviewQuery, storyboardsKey } from '#queries/storyboards.ts'
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

const TagsEditor = lazyPart(async () => (await import('#pickers/tags/tags-editor.tsx')).TagsEditor)

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
  const { id, name, type, mode, idleSeconds, audioId, items, organizationId, version, status } = storyboard
  const state = useEntityForm(StoryboardInput, {
    name,
    type,
    mode,
    idleSeconds,
    audioId,
    items,
    organizationId,
    version,
  })
  useNewPictures()
  const { data: review } = useQuery(reviewQuery(id))
  const mayApprove = useCan('write', 'approve-storyboards')
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
          <SavedVersions kind="storyboard" id={id} onRestored={reload} />
          <StatusChip status={status} />
        </>
      }
    >
      <Notice storyboard={storyboard} review={review} />
      <Waiting>
        <TagsEditor of="storyboards" item={storyboard} />
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
