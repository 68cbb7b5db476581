import { Select } from '@mantine/core'
import { BuildingsIcon } from '@phosphor-icons/react/dist/csr/Buildings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { allOrganizationsQuery } from '#queries/organizations.ts'
import styles from './organization-switch.module.css'
import { useChangeOrganization } from './use-change-organization.ts'

/** The organization select, already open. */
export function OrganizationSelect({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const changeOrganization = useChangeOrganization()
  const viewed = useViewedOrganization()
  const { data = [], isPending } = useQuery(allOrganizationsQuery())
  const change = (id: string | null) => {
    const organization = data.find((one) => one.id === id)
    changeOrganization(organization ? { id: organization.id, name: organization.name } : null)
  }
  return (
    <Select
      className={styles.switch}
      aria-label={t('viewAs.label')}
      placeholder={t('viewAs.all')}
      leftSection={<BuildingsIcon size={16} aria-hidden="true" />}
      size="xs"
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={viewed?.id ?? null}
      onChange={change}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('viewAs.leave') }}
      nothingFoundMessage={t(isPending ? 'overlay.loading' : 'fields.noMatch')}
      autoFocus
      defaultDropdownOpened
      onBlur={onLeave}
    />
  )
}
