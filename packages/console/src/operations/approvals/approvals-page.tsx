import { Button } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { SealCheckIcon } from '@phosphor-icons/react/dist/csr/SealCheck'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingChange } from '@vitrine/contract/api/operations/approvals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { approvalsKey, waitingQuery } from '#queries/approvals.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './approvals.module.css'
import { ChangeCard } from './change-card.tsx'
import { RejectDialog } from './reject-dialog.tsx'

/** Changes of what screens play, which wait for approval. */
export function ApprovalsPage() {
  const { t } = useTranslation()
  const query = useQuery(waitingQuery())
  return (
    <Page
      title={t('approvals.title')}
      intro={t('approvals.intro')}
      breadcrumbs={[{ label: t('storyboards.title'), to: '/app/storyboard' }]}
    >
      <RecordView query={query}>
        {({ changes, total }) =>
          changes.length > 0 ? (
            <Changes changes={changes} total={total} />
          ) : (
            <EmptyState
              icon={SealCheckIcon}
              title={t('approvals.emptyTitle')}
              text={t('approvals.emptyText')}
            />
          )
        }
      </RecordView>
    </Page>
  )
}

/** A decision about changes as their pictures show them. */
function useDecisions(states: ReadonlyMap<string, string>, onDecided: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const act = useAction({
    write: api.approvals.decide,
    done: ({ ids }, { body: { decision } }) => t(`approvals.done.${decision}`, { count: ids.length }),
    invalidates: [approvalsKey],
  })
  return async (decision: 'approved' | 'rejected', ids: readonly string[], note = '') => {
    const changes = ids.flatMap((id) => {
      const state = states.get(id)
      return state === undefined ? [] : [{ id, state }]
    })
    if (changes.length === 0) return
    if (await act({ body: { changes, decision, note } })) onDecided()
    // What was seen has changed in the meantime.
    else void client.invalidateQueries({ queryKey: approvalsKey })
  }
}

function Changes({ changes, total }: { changes: readonly WaitingChange[]; total: number }) {
  const { t } = useTranslation()
  const mayDecide = useCan('write', 'approve-storyboards')
  const [states, setStates] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [rejecting, setRejecting] = useState<readonly string[]>()
  const decide = useDecisions(states, () => setChosen(new Set()))
  const ids = changes.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set([...before].filter((each) => each !== id).concat(isChosen ? id : [])))
  const saw = (id: string, state: string | undefined) =>
    setStates((before) => {
      const next = new Map(before)
      if (state === undefined) next.delete(id)
      else next.set(id, state)
      return next
    })
  return (
    <>
      {ids.length > 0 && (
        <ChosenBar
          count={ids.length}
          onReject={() => setRejecting(ids)}
          onApprove={() => void decide('approved', ids)}
        />
      )}
      <ul className={styles.list}>
        {changes.map((change) => (
          <ChangeCard
            key={change.id}
            change={change}
            mayDecide={mayDecide}
            isChosen={chosen.has(change.id)}
            onChoose={(isChosen) => choose(change.id, isChosen)}
            onSeen={(state) => saw(change.id, state)}
            onApprove={() => void decide('approved', [change.id])}
            onReject={() => setRejecting([change.id])}
          />
        ))}
      </ul>
      {total > changes.length && (
        <p className={styles.more}>{t('approvals.more', { shown: changes.length, count: total })}</p>
      )}
      <RejectDialog
        names={rejecting?.map((id) => changes.find((change) => change.id === id)?.name ?? '')}
        onClose={() => setRejecting(undefined)}
        onReject={(note) => {
          const wanted = rejecting ?? []
          setRejecting(undefined)
          void decide('rejected', wanted, note)
        }}
      />
    </>
  )
}

interface ChosenBarProps {
  count: number
  onReject: () => void
  onApprove: () => void
}

/** One decision about all chosen changes. */
function ChosenBar({ count, onReject, onApprove }: ChosenBarProps) {
  const { t } = useTranslation()
  const text = t('approvals.chosen', { count })
  return (
    <div className={styles.bar} role="toolbar" aria-label={text}>
      <span>{text}</span>
      <Button variant="default" leftSection={<XIcon size={16} aria-hidden="true" />} onClick={onReject}>
        {t('approvals.reject')}
      </Button>
      <Button leftSection={<CheckIcon size={16} aria-hidden="true" />} onClick={onApprove}>
        {t('approvals.approve')}
      </Button>
    </div>
  )
}
