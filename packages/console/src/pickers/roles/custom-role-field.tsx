import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rolesQuery } from '#queries/roles.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useCan } from '#ui/work/use-can.ts'

interface CustomRoleFieldProps {
  name: string
  organizationId: string | undefined
}

/** A custom role of a regular user, instead of permissions; nothing where the organization has none. */
export function CustomRoleField({ name, organizationId }: CustomRoleFieldProps) {
  const { t } = useTranslation()
  const enabled = useCan('read', 'roles')
  const { data = [] } = useQuery({ ...rolesQuery(organizationId), enabled })
  if (data.length === 0) return null
  return (
    <SelectField
      name={name}
      label={t('roles.role')}
      hint={t('roles.roleHint')}
      placeholder={t('roles.ownPermissions')}
      choices={data.map(({ id, name: label }) => ({ value: id, label }))}
      clearable
    />
  )
}
