import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { Card } from '@vitrine/contract/api/content/cards'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { addedText } from '#lib/text/done-text.ts'
import { cardsKey } from '#queries/cards.ts'
import { useWrite } from '#ui/work/use-write.ts'

interface DuplicateCardDialogProps {
  opened: boolean
  card: Card | undefined
  onClose: () => void
}

/** Asks for the copy's name. */
export function DuplicateCardDialog({ opened, card, onClose }: DuplicateCardDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('cards.duplicate')} size={420}>
      {card && <DuplicateForm card={card} onClose={onClose} />}
    </Modal>
  )
}

function DuplicateForm({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(() => t('cards.copyOf', { name: card.name }))
  const [problem, setProblem] = useState<string>()
  const duplicate = useWrite({
    write: api.cards.duplicate,
    done: ({ card }) => addedText(card.name),
    failed: 'errors.createCard',
    invalidates: [cardsKey],
  })
  const save = async () => {
    try {
      await duplicate({ params: { id: card.id }, body: { name: name.trim() } })
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.errors.name : undefined)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label={t('cards.name')}
        withAsterisk
        maxLength={100}
        data-autofocus
        dir="auto"
        value={name}
        error={name.trim() === '' ? t('validation.required', { field: t('cards.name') }) : problem}
        onChange={(event) => {
          setProblem(undefined)
          setName(event.currentTarget.value)
        }}
      />
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" disabled={name.trim() === ''}>
          {t('cards.duplicate')}
        </Button>
      </Group>
    </form>
  )
}
