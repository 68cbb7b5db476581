import { Select } from '@mantine/core'
import { BuildingsIcon } from '@phosphor-icons/react/dist/csr/Buildings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { organizationsQuery } from '#features/organizations/queries.ts'
import { useViewedOrganization, viewAs } from '#lib/view-as.ts'
import styles from './organization-switch.module.css'

/** The choice itself, open. */
export function OrganizationSelect({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewed = useViewedOrganization()
  const { data = [], isPending } = useQuery(organizationsQuery())
  const change = (id: string | null) => {
    const organization = data.find((one) => one.id === id)
    viewAs(organization ? { id: organization.id, name: organization.name } : null)
    // What is on screen is of another organization now: a record may not even be in it.
    void navigate({ to: '/app/dashboard' })
    void client.resetQueries()
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
