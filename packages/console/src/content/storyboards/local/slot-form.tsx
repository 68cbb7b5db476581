import { Checkbox, FocusTrap, TextInput } from '@mantine/core'
import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import { LOCAL_ENTRIES_MAX, LOCAL_KINDS, mostEntries } from '@vitrine/contract/schedule/local-slot'
import { useTranslation } from 'react-i18next'
import styles from '#content/storyboards/inner/inner.module.css'
import { NumberInput } from '#ui/form/fields/number-input.tsx'

interface SlotFormProps {
  slot: LocalSlot
  error: string | undefined
  onChange: (change: Partial<LocalSlot>) => void
}

/** Name and limits of a local slot. An empty limit is none. */
export function SlotForm({ slot, error, onChange }: SlotFormProps) {
  const { t } = useTranslation()
  const limit = (next: number | string) => (next === '' ? undefined : Math.max(1, Math.round(Number(next))))
  return (
    <FocusTrap>
      <div className={styles.form}>
        <TextInput
          size="xs"
          label={t('local.slot.name')}
          value={slot.name}
          maxLength={60}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <NumberInput
          size="xs"
          label={t('local.slot.entries')}
          value={mostEntries(slot)}
          min={1}
          max={LOCAL_ENTRIES_MAX}
          onChange={(next) =>
            onChange({ entries: Math.min(LOCAL_ENTRIES_MAX, limit(next) ?? LOCAL_ENTRIES_MAX) })
          }
        />
        <NumberInput
          size="xs"
          label={t('local.slot.seconds')}
          description={t('local.slot.noLimit')}
          value={slot.seconds ?? ''}
          min={1}
          max={86_400}
          onChange={(next) => onChange({ seconds: limit(next) })}
        />
        <NumberInput
          size="xs"
          label={t('local.slot.each')}
          description={t('local.slot.noLimit')}
          value={slot.each ?? ''}
          min={1}
          max={86_400}
          onChange={(next) => onChange({ each: limit(next) })}
        />
        <Choices {...{ slot, onChange }} />
        <p className={styles.note}>{t('local.slot.fallbackHelp')}</p>
        {error && <p role="alert">{error}</p>}
      </div>
    </FocusTrap>
  )
}

/** What it takes, and whether that waits. */
function Choices({ slot, onChange }: Pick<SlotFormProps, 'slot' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <>
      <Checkbox.Group
        size="xs"
        label={t('local.slot.kinds')}
        value={slot.kinds}
        onChange={(kinds) => onChange({ kinds: LOCAL_KINDS.filter((kind) => kinds.includes(kind)) })}
      >
        {LOCAL_KINDS.map((kind) => (
          <Checkbox key={kind} size="xs" mt={6} value={kind} label={t(`local.kinds.${kind}`)} />
        ))}
      </Checkbox.Group>
      <Checkbox
        size="xs"
        label={t('local.slot.approval')}
        description={t('local.slot.approvalHelp')}
        checked={slot.approval === true}
        onChange={(event) => onChange({ approval: event.currentTarget.checked || undefined })}
      />
    </>
  )
}
