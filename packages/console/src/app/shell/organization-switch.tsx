import { BuildingsIcon } from '@phosphor-icons/react/dist/csr/Buildings'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { OrganizationSelect } from './organization-select.tsx'
import styles from './organization-switch.module.css'

/** Switches between all organizations and one of them, as its users see it. The list loads when the menu opens. */
export function OrganizationSwitch() {
  const { t } = useTranslation()
  const viewed = useViewedOrganization()
  const [opened, setOpened] = useState(false)
  const resting = (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={t('viewAs.label')}
      className={`${styles.switch} ${styles.resting}`}
      onClick={() => setOpened(true)}
      onKeyDown={({ key }) => /^Arrow(Up|Down)$/.test(key) && setOpened(true)}
    >
      <BuildingsIcon size={16} aria-hidden="true" />
      <span dir="auto">{viewed?.name ?? t('viewAs.all')}</span>
      <CaretDownIcon size={12} aria-hidden="true" />
    </button>
  )
  if (!opened) return resting
  return (
    <Suspense fallback={resting}>
      <OrganizationSelect onLeave={() => setOpened(false)} />
    </Suspense>
  )
}
