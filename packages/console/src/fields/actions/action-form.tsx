import { Button, Group, Menu, Radio, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import {
  ACTION_TYPES,
  type Action,
  type ActionType,
  VERB_FIELDS,
  VERBS,
  type Verb,
} from '@vitrine/contract/fields/actions'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { useRuleText } from '#ui/form/rule-text.ts'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { type ActionDraft, actionOf, draftErrors, withType } from './action-draft.ts'
import { type InputProps, PropField } from './action-prop-field.tsx'
import type { ActionsHost } from './actions-host.ts'

interface ActionFormProps {
  draft: ActionDraft
  isNew: boolean
  host: ActionsHost
  onDone: (action: Action) => void
  onCancel: () => void
}

/** The form of one action, step by step. Errors appear on blur; Save is disabled while there are any. */
export function ActionForm({ draft: start, isNew, host, onDone, onCancel }: ActionFormProps) {
  const { t } = useTranslation()
  const toText = useRuleText()
  const [draft, setDraft] = useState(start)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first =
      form.current?.querySelector<HTMLElement>('input:checked') ?? form.current?.querySelector('input')
    first?.focus()
  }, [])
  const errors = draftErrors(draft, host)
  const action = actionOf(draft, host)
  const set = (change: Partial<ActionDraft>) => setDraft((before) => ({ ...before, ...change }))
  /** Props shared by all inputs. A zone without media shows its error immediately: it can't be fixed by typing. */
  const shared = (name: keyof ActionDraft, label: string) => {
    // Report a deleted target immediately, too.
    const lost = !isNew && draft.verb === start.verb && draft[name] === start[name]
    const shown = left.has(name) || lost || errors[name] === 'select_media'
    return {
      label,
      withAsterisk: true,
      error: shown && errors[name] ? toText(errors[name], label) : undefined,
      onBlur: () => setLeft((before) => new Set([...before, name])),
    }
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (action) onDone(action)
      }}
    >
      <Stack gap={16}>
        <Radio.Group
          {...shared('type', t('actions.form.type'))}
          value={draft.type}
          onChange={(type) => setDraft(withType(type as ActionType))}
        >
          <Stack gap={8} mt={6}>
            {ACTION_TYPES.map((type) => (
              <Radio
                key={type}
                value={type}
                label={t(`actions.type.${type}`)}
                description={t(`actions.typeText.${type}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {draft.type !== '' && (
          <>
            <Target
              draft={draft}
              host={host}
              set={set}
              input={shared('target', t('actions.form.deviceIp'))}
            />
            <Select
              {...shared('verb', t('actions.form.function'))}
              data={VERBS[draft.type].map((verb) => ({ value: verb, label: t(`actions.verb.${verb}`) }))}
              value={draft.verb || null}
              allowDeselect={false}
              onChange={(verb) => set({ verb: (verb ?? '') as Verb | '' })}
            />
          </>
        )}
        {draft.verb !== '' &&
          VERB_FIELDS[draft.verb].map((prop) => (
            <PropField key={prop} prop={prop} draft={draft} setDraft={setDraft} host={host} shared={shared} />
          ))}
        {errors.mediaZoneId === 'select_media' && draft.layoutId === '' && host.openZone && (
          <div>
            <Button variant="light" size="compact-sm" onClick={() => host.openZone?.(draft.mediaZoneId)}>
              {t('actions.form.openZone')}
            </Button>
          </div>
        )}
      </Stack>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onCancel}>
          {t('page.back')}
        </Button>
        <Button type="submit" disabled={!action}>
          {t(isNew ? 'actions.form.add' : 'actions.form.apply')}
        </Button>
      </Group>
    </form>
  )
}

interface TargetProps {
  draft: ActionDraft
  host: ActionsHost
  set: (change: Partial<ActionDraft>) => void
  input: InputProps
}

/** The touched device, or another one by address or from the list. */
function Target({ draft, host, set, input }: TargetProps) {
  const { t } = useTranslation()
  const name = host.devices.find(({ id }) => id === draft.target)?.name
  return (
    <div>
      <span className={styles.label}>{t('actions.form.target')}</span>
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label={t('actions.form.target')}
        value={draft.elsewhere ? 'other' : 'source'}
        onChange={(value) => set({ elsewhere: value === 'other' })}
        data={[
          { value: 'source', label: t('actions.source') },
          { value: 'other', label: t('actions.other') },
        ]}
      />
      {draft.elsewhere && (
        <Group align="flex-start" gap={8} mt={12} wrap="nowrap">
          <TextInput
            {...input}
            flex={1}
            dir="ltr"
            description={name && t('actions.form.deviceName', { name })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.target}
            onChange={(event) => set({ target: event.currentTarget.value })}
          />
          <Menu>
            <Menu.Target>
              <Button mt={24} variant="default" rightSection={<CaretDownIcon size={14} aria-hidden="true" />}>
                {t('actions.form.myDevices')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {host.devices.length === 0 && <Menu.Label>{t('actions.form.noDevices')}</Menu.Label>}
              {host.devices.map((device) => (
                <Menu.Item
                  key={device.id}
                  onClick={() => set({ target: device.id })}
                  leftSection={
                    host.pictures && <SmallPicture>{host.pictures.device(device.id)}</SmallPicture>
                  }
                  rightSection={
                    <span className={styles.itemNote}>
                      {t(device.online ? 'status.online' : 'status.offline')}
                    </span>
                  }
                >
                  {device.name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </div>
  )
}
