import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page.tsx'
import { MENU } from './menu.ts'

/** Stands in for a screen that is not ready. */
export function BeingBuiltPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const entry = MENU.flatMap(({ entries }) => entries).find(
    ({ to }) => pathname === to || pathname.startsWith(`${to}/`),
  )
  return (
    <Page title={t(entry?.text ?? 'page.building')}>
      <EmptyState icon={entry?.icon} title={t('page.building')} text={t('page.buildingText')} />
    </Page>
  )
}
