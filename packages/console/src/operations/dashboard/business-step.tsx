import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { refreshProfile } from '#lib/session/own-profile.ts'
import { useSession } from '#lib/session/session.ts'
import { zoneChoices } from '#lib/text/time-zone.ts'
import { organizationsKey } from '#queries/organizations.ts'
import { beginningFirst } from '#ui/form/fields/select-field.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './first-run.module.css'

interface BusinessStepProps {
  timezone: string
  onTimezone: (zone: string) => void
}

/** The name in the screens' greeting and the schedule's time zone, both prefilled. */
export function BusinessStep({ timezone, onTimezone }: BusinessStepProps) {
  const { t } = useTranslation()
  const mayName = useCan('write', 'own-organization')
  return (
    <div className={styles.business}>
      {mayName && <NameForm />}
      <Select
        label={t('firstRun.timezone')}
        allowDeselect={false}
        searchable
        filter={beginningFirst}
        data={zoneChoices(timezone)}
        value={timezone}
        onChange={(zone) => zone && onTimezone(zone)}
      />
    </div>
  )
}

function NameForm() {
  const { t } = useTranslation()
  const organization = useSession(({ profile }) => profile?.organization)
  const [name, setName] = useState(organization?.name ?? '')
  const text = name.trim()
  const save = useAction({
    write: async () => {
      if (organization)
        await api.organizations.update({ params: { id: organization.id }, body: { name: text } })
      await refreshProfile()
    },
    failed: 'firstRun.nameFailed',
    done: 'firstRun.nameSaved',
    invalidates: [organizationsKey],
    // An overlay would swallow the click that left the field.
    quiet: true,
  })
  const isChanged = text !== '' && text !== organization?.name
  const saveChanged = () => {
    if (isChanged) void save(undefined)
  }
  return (
    <form
      className={styles.name}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) saveChanged()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        saveChanged()
      }}
    >
      <TextInput
        label={t('firstRun.businessName')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="organization"
      />
      {isChanged && <Button type="submit">{t('form.save')}</Button>}
    </form>
  )
}
