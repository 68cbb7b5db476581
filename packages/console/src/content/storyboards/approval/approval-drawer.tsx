import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewedStoryboardQuery } from '#queries/storyboards.ts'
import { RecordView } from '#ui/page/record-view.tsx'
import { Approval, type Note } from './approval.tsx'

interface ApprovalDrawerProps {
  opened: boolean
  /** The storyboard under review. */
  id: string | undefined
  groupsOf: (id: string) => readonly DeviceGroup[]
  onClose: () => void
  /** Called after approving or rejecting, to open the next one for example. */
  onDecided: (id: string) => void
  /** Opens the next or previous pending storyboard. */
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
  // Kept while switching to the latest version.
  const note = useState('')
  return (
    <RecordView query={useQuery(reviewedStoryboardQuery(id))}>
      {(storyboard, reload) => children(storyboard, reload, note)}
    </RecordView>
  )
}
