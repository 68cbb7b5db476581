import { Button, Group, Modal } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Filmstrip } from '#content/storyboards/timeline/filmstrip.tsx'
import { approve } from '#queries/approving.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import type { BulkAction } from '#ui/list/bulk-bar.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import { type FailedItem, useWriteEach } from '#ui/work/use-write-each.ts'
import styles from './approval.module.css'

/** Approves the pending storyboards of a selection, after showing their pages. */
export function useApproveMany(selection: Selection<Storyboard>) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<readonly Storyboard[]>()
  const [failed, setFailed] = useState<readonly FailedItem<Storyboard>[]>([])
  const pending = selection.items.filter(({ status }) => status === 'pending')
  const each = useWriteEach<Storyboard>({
    write: approve,
    invalidates: [storyboardsKey],
    done: (done) => t('storyboards.manyApproved', { count: done.length }),
  })
  const run = async (chosen: readonly Storyboard[]) => {
    const left = await each(chosen)
    setAsked(undefined)
    setFailed(left)
    if (left.length === 0) selection.end()
    else selection.set(left.map(({ item }) => item))
  }
  const action: BulkAction = {
    id: 'approve',
    label: t('storyboards.approveMany', { count: pending.length }),
    icon: CheckIcon,
    run: () => setAsked(pending),
  }
  const dialog = (
    <Modal
      opened={asked !== undefined}
      onClose={() => setAsked(undefined)}
      title={t('storyboards.approveManyTitle')}
      size={560}
    >
      <p>{t('storyboards.approveManyText')}</p>
      <ul className={styles.many}>
        {asked?.map((storyboard) => (
          <li key={storyboard.id}>
            <bdi>{storyboard.name}</bdi>
            <Filmstrip storyboard={storyboard} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={() => setAsked(undefined)} data-autofocus>
          {t('form.cancel')}
        </Button>
        <Button onClick={() => asked && void run(asked)}>
          {t('storyboards.approveMany', { count: asked?.length ?? 0 })}
        </Button>
      </Group>
    </Modal>
  )
  return { failed, dialog, actions: pending.length > 0 ? [action] : [] }
}
