import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { TFunction } from 'i18next'
import { StoryOf } from '#pictures/pages/page-thumb.tsx'

/** An organization's storyboards as options; never approved ones are disabled. */
export const storyboardChoices = (
  t: TFunction,
  storyboards: readonly Storyboard[] = [],
  organizationId?: string,
) =>
  storyboards
    .filter((storyboard) => storyboard.organizationId === organizationId)
    .map(({ id, name, approvedVersion }) => ({
      value: id,
      label: approvedVersion === null ? t('storyboards.notApproved', { name }) : name,
      disabled: approvedVersion === null,
    }))

/** Picture of an option in selects of storyboards. */
export const storyPicture = (id: string) => <StoryOf id={id} />
