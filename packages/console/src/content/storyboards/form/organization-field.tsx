import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { organizationsQuery } from '#queries/organizations.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'

/** The organization of a new storyboard, for users who see all organizations. */
export function OrganizationField() {
  const { t } = useTranslation()
  const organizations = useQuery(organizationsQuery())
  return (
    <SelectField
      name="organizationId"
      label={t('storyboards.organization')}
      choices={(organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      required
    />
  )
}
