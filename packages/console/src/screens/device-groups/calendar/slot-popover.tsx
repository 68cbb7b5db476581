import { Button, Group, Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { dayOf, readSlot, type SlotClocks, startsOn } from '@vitrine/contract/schedule/slots'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { VersionedSchedule } from '#screens/device-groups/schedule-schema.ts'
import { SlotTimeField } from '#screens/device-groups/sky/slot-time-field.tsx'
import { SlotRepeats } from '#screens/device-groups/slot-repeats.tsx'
import { KeptSwitchesPicker } from '#screens/devices/switches/kept-switches-picker.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import type { Choice } from '#ui/form/fields/choice-fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { blockKey } from './block-look.ts'
import styles from './calendar.module.css'
import type { Edit } from './edit.ts'

interface SlotPopoverProps {
  group: DeviceGroup
  /** The slot, perhaps not saved yet, and the day of its block. */
  edit: Edit
  choices: readonly Choice[]
  readOnly: boolean
  onSave: (slots: readonly Slot[], keepsSwitches: boolean) => void
  onClose: () => void
}

/** A slot's storyboard, times, recurrence, end, and exceptions, beside its block. */
export function SlotPopover(props: SlotPopoverProps) {
  const { group, edit, onClose } = props
  const { t } = useTranslation()
  const [place, setPlace] = useState<{ x: number; y: number }>()
  const key = blockKey(group.id, edit.day, edit.index)
  useEffect(() => {
    const block = document.querySelector<HTMLElement>(`[data-run="${CSS.escape(key)}"]`)
    const frame = block?.closest('[data-frame]')
    if (!block || !frame) return
    const [own, all] = [block.getBoundingClientRect(), frame.getBoundingClientRect()]
    setPlace({ x: own.left + own.width / 2 - all.left, y: own.top + own.height / 2 - all.top })
    return () => returnFocus(key)
  }, [key])
  if (!place) return null
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      withinPortal
      trapFocus
      position="right"
      width={400}
      shadow="md"
    >
      <Popover.Target>
        <span className={styles.anchor} style={{ left: place.x, top: place.y }} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('deviceGroups.time')} className={styles.popover}>
        <SlotForm {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Focuses the block again, unless something else has the focus by now. */
function returnFocus(key: string): void {
  const { activeElement } = document
  if (activeElement && !activeElement.matches('body, main')) return
  document.querySelector<HTMLElement>(`[data-run="${CSS.escape(key)}"]`)?.focus()
}

function SlotForm({ group, edit, choices, readOnly, onSave, onClose }: SlotPopoverProps) {
  const { t } = useTranslation()
  const state = useEntityForm(VersionedSchedule, {
    ...group.schedule,
    slots: [...edit.slots],
    version: group.version,
  })
  const [keepsSwitches, setKeepsSwitches] = useState(false)
  const name = `slots.${edit.index}`
  const replace = (next: readonly Slot[]) => {
    onSave(next, keepsSwitches)
    onClose()
  }
  return (
    <EntityForm
      state={state}
      submitLabel={t('form.save')}
      readOnly={readOnly}
      guard={false}
      onReload={onClose}
      onCancel={onClose}
      onSubmit={async ({ slots: next }) => replace(next)}
    >
      <SelectField
        name={`${name}.storyboardId`}
        label={t('deviceGroups.storyboard')}
        choices={choices}
        picture={storyPicture}
        searchable
        required
      />
      <Group grow align="start">
        <SlotTimeField index={edit.index} edge="from" />
        <SlotTimeField index={edit.index} edge="to" />
      </Group>
      <SlotRepeats index={edit.index} />
      {!readOnly && (
        <KeptSwitchesPicker
          groupIds={[group.id]}
          keeps={{ value: keepsSwitches, onChange: setKeepsSwitches }}
        />
      )}
      <Group gap="xs">
        {!readOnly && !edit.isNew && <Commands edit={edit} clocks={group.schedule} onReplace={replace} />}
        <Link to="/app/device-group/storyboard/$id" params={{ id: group.id }}>
          {t('calendar.details')}
        </Link>
      </Group>
    </EntityForm>
  )
}

interface CommandsProps {
  edit: Edit
  clocks: SlotClocks
  onReplace: (slots: readonly Slot[]) => void
}

/** Takes one day out of a series, alone or as a slot that can then change, or deletes the slot. */
function Commands({ edit: { slots, index, day }, clocks, onReplace }: CommandsProps) {
  const { t } = useTranslation()
  const slot = slots[index]
  if (!slot) return null
  const { days: _, except = [], ...times } = slot
  const isSeries =
    !(slot.startDate === day && slot.endDate === day) && startsOn(readSlot(slot, clocks), dayOf(day))
  const others = slots.with(index, { ...slot, except: [...except, day].toSorted() })
  const date = dateText(Date.parse(day), 'monthDay', 'UTC')
  const look = { variant: 'default', size: 'compact-sm' } as const
  return (
    <>
      {isSeries && (
        <>
          <Button {...look} onClick={() => onReplace(others)}>
            {t('calendar.skip', { date })}
          </Button>
          <Button
            {...look}
            onClick={() => onReplace([...others, { ...times, startDate: day, endDate: day }])}
          >
            {t('calendar.separate', { date })}
          </Button>
        </>
      )}
      <Button {...look} onClick={() => onReplace(slots.toSpliced(index, 1))}>
        {t('calendar.remove')}
      </Button>
    </>
  )
}
