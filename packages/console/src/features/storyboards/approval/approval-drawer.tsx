import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewedStoryboardQuery } from '#queries/storyboards.ts'
import { RecordView } from '#ui/page/record-view.tsx'
import { Approval, type Note } from './approval.tsx'

interface ApprovalDrawerProps {
  opened: boolean
  /** The storyboard that is reviewed. */
  id: string | undefined
  groupsOf: (id: string) => readonly DeviceGroup[]
  onClose: () => void
  /** After approving or rejecting it, e.g. to open the next one. */
  onDecided: (id: string) => void
  /** To the next or the previous one that waits. */
  onStep: (step: 1 | -1) => void
}

/** Preview a storyboard, then approve or reject that version. */
export function ApprovalDrawer({ opened, id, groupsOf, onClose, onDecided, onStep }: ApprovalDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer opened={opened} onClose={onClose} title={t('storyboards.review')} size={560}>
      {opened && id && (
        <Reviewed key={id} id={id}>
          {(storyboard, reload, note) => (
            <Approval
              note={note}
              storyboard={storyboard}
              groups={groupsOf(id)}
              onReload={reload}
              onDecided={() => onDecided(id)}
              onStep={onStep}
            />
          )}
        </Reviewed>
      )}
    </Drawer>
  )
}

interface ReviewedProps {
  id: string
  children: (storyboard: Storyboard, reload: () => Promise<void>, note: Note) => ReactNode
}

function Reviewed({ id, children }: ReviewedProps) {
  // Kept when the latest version is shown instead.
  const note = useState('')
  return (
    <RecordView query={useQuery(reviewedStoryboardQuery(id))}>
      {(storyboard, reload) => children(storyboard, reload, note)}
    </RecordView>
  )
}
