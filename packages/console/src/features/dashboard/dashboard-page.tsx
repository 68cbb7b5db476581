import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session.ts'
import { Page } from '#ui/page.tsx'

export function DashboardPage() {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  return (
    <Page
      title={t('dashboard.hello', { name: profile?.firstName ?? '' })}
      intro={t('dashboard.intro', { organization: profile?.organization.name ?? '' })}
    >
      {null}
    </Page>
  )
}
