import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { StoryboardInput, type StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { dateText } from '#lib/text/format.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { savedText } from './approval/reviewers.ts'
import styles from './form/storyboard-form.module.css'
import { StoryboardForm } from './form/storyboard-form.tsx'
import { useDraft } from './form/use-draft.ts'
import { useNewPictures } from './use-new-pictures.ts'

export function StoryboardCreatePage() {
  const type = useParams({ from: '/app/storyboard/$type/create' }).type as StoryboardType
  return <NewStoryboard key={type} type={type} />
}

function NewStoryboard({ type }: { type: StoryboardType }) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const state = useEntityForm(StoryboardInput, {
    name: '',
    type,
    mode: type === 'standard' ? 'AUTO' : 'DEFAULT',
    items: [],
    organizationId,
  })
  const draft = useDraft(state, type)
  useNewPictures()
  const mayApprove = useCan('write', 'approve-storyboards')
  const create = useWrite({
    write: api.storyboards.create,
    done: ({ storyboard: saved }) => savedText(saved, mayApprove),
    failed: 'errors.createStoryboard',
    invalidates: [storyboardsKey],
  })
  return (
    <Page
      title={t(`storyboards.new.${type}`)}
      intro={t(`storyboards.typeTexts.${type}`)}
      breadcrumbs={[{ label: t('storyboards.title'), to: '/app/storyboard' }]}
    >
      {draft.at !== undefined && (
        <div className={styles.notice} role="status">
          <span>
            {t('storyboards.draft', {
              time: dateText(draft.at, 'moment'),
            })}
          </span>
          <Button variant="default" size="compact-sm" onClick={draft.discard}>
            {t('storyboards.discardDraft')}
          </Button>
        </div>
      )}
      <StoryboardForm
        state={state}
        type={type}
        save={(body) => create({ body })}
        onSaved={draft.drop}
        guard={false}
      />
    </Page>
  )
}
