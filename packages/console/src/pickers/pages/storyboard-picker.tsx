import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { TFunction } from 'i18next'
import { StoryOf } from '#pictures/pages/page-thumb.tsx'
import { isApprovedByPlaying } from '#queries/approving.ts'

/**
 * An organization's storyboards as options. Never approved ones are disabled, unless the person may approve them: then
 * their form saves with `approving`. Without those that only play something else, unless they are `chosen` already.
 */
export const storyboardChoices = (
  t: TFunction,
  storyboards: readonly Storyboard[] = [],
  organizationId?: string,
  chosen: readonly (string | null | undefined)[] = [],
) =>
  storyboards
    .filter((one) => one.organizationId === organizationId && (!one.madeFor || chosen.includes(one.id)))
    .map((storyboard) => {
      const { id, name, approvedVersion } = storyboard
      const isApproved = isApprovedByPlaying(storyboard)
      const waits = approvedVersion === null && !isApproved
      const label = isApproved ? 'storyboards.approvedOnSave' : 'storyboards.notApproved'
      return { value: id, label: waits || isApproved ? t(label, { name }) : name, disabled: waits }
    })

/** Picture of an option in selects of storyboards. */
export const storyPicture = (id: string) => <StoryOf id={id} />
