import { Badge, Button } from '@mantine/core'
import { ACTIONS_MAX } from '@vitrine/contract/fields/kinds/actions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const TouchRows = lazyPart(async () => (await import('./touch-rows.tsx')).TouchRows)

const ActionsDialog = lateDialog(async () => (await import('./actions-dialog.tsx')).ActionsDialog)
const TouchDialog = lateDialog(async () => (await import('./touch-dialog.tsx')).TouchDialog)

/** Which dialog is open; `at` is the place of the action to replace, or of another one. */
type Open = { at: number } | 'details' | undefined

/** Each action as a sentence with a picture; one press on a picture chooses. A separate dialog has the details. */
export function ActionsControl({
  id,
  label,
  field,
  value,
  onChange,
  describedBy,
  host: { actions: host },
}: ControlProps<'actions'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const at = typeof open === 'object' ? open.at : undefined
  const max = field.max ?? ACTIONS_MAX
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list and buttons under one name
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.items}>
      <Waiting quiet>
        <TouchRows
          entries={value}
          host={host}
          onEdit={(index) => setOpen({ at: index })}
          onRemove={(index) => onChange(value.filter((_, other) => other !== index))}
        />
      </Waiting>
      <Button
        size="compact-sm"
        variant="light"
        disabled={value.length >= max}
        onClick={() => setOpen({ at: value.length })}
      >
        {t(value.length === 0 ? 'actions.touch.choose' : 'actions.touch.also')}
      </Button>
      <DetailsButton id={id} count={value.length} onClick={() => setOpen('details')} />
      <TouchDialog
        opened={at !== undefined}
        host={host}
        replaced={at === undefined ? undefined : value[at]}
        onChoose={(action) => {
          if (at !== undefined) onChange([...value.slice(0, at), action, ...value.slice(at + 1)])
          setOpen(undefined)
        }}
        onDetails={() => setOpen('details')}
        onClose={() => setOpen(undefined)}
      />
      <ActionsDialog
        opened={open === 'details'}
        title={label}
        entries={value}
        max={max}
        host={host}
        onClose={() => setOpen(undefined)}
        onSave={(entries) => {
          onChange(entries)
          setOpen(undefined)
        }}
      />
    </div>
  )
}

/** Opens the list of actions with all their settings. */
function DetailsButton({ id, count, onClick }: { id: string; count: number; onClick: () => void }) {
  const { t } = useTranslation()
  const badge = (
    <Badge size="sm" variant="light" circle>
      {count}
    </Badge>
  )
  return (
    <Button id={id} variant="subtle" size="compact-sm" onClick={onClick} rightSection={count > 0 && badge}>
      {t(count === 0 ? 'actions.add' : 'actions.addMore')}
    </Button>
  )
}
