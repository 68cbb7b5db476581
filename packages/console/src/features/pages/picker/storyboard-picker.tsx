import type { Storyboard } from '@vitrine/contract/api/storyboards'
import type { TFunction } from 'i18next'
import { StoryOf } from '#features/pages/thumbs/page-thumb.tsx'

/** The storyboards of an organization to choose from; those that were never approved are shown, but not choosable. */
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

/** For selects of storyboards. */
export const storyPicture = (id: string) => <StoryOf id={id} />
