import { Button, Group, Modal, Textarea } from '@mantine/core'
import { APPROVAL_NOTE_MAX } from '@vitrine/contract/api/operations/approvals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface RejectDialogProps {
  /** The names of the changes; undefined: closed. */
  names: readonly string[] | undefined
  onClose: () => void
  onReject: (note: string) => void
}

/** Asks for the reason, which the authors get. */
export function RejectDialog({ names, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  return (
    <Modal
      opened={names !== undefined}
      onClose={onClose}
      title={t('approvals.rejectTitle', { count: names?.length ?? 0, name: names?.[0] })}
      size={520}
    >
      <p>{t('approvals.rejectText')}</p>
      <Textarea
        mt={16}
        label={t('approvals.note')}
        description={t('approvals.noteText')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={APPROVAL_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button
          color="bad"
          onClick={() => {
            onReject(note)
            setNote('')
          }}
        >
          {t('approvals.reject')}
        </Button>
      </Group>
    </Modal>
  )
}
