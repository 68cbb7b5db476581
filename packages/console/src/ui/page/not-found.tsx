import { Button, Group } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppName } from '#lib/session/brand.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './not-found.module.css'

/** For missing records; unknown URLs redirect to the dashboard instead. */
export function NotFound() {
  const { t } = useTranslation()
  const appName = useAppName()
  const router = useRouter()
  const tab = `${t('page.notFoundTitle')} – ${appName}`
  useEffect(() => {
    document.title = tab
  }, [tab])
  return (
    <div className={styles.notFound}>
      <div className={styles.screen}>
        <ScreenTile>{t('page.notFoundTitle')}</ScreenTile>
      </div>
      <h1 className="visually-hidden">{t('page.notFoundTitle')}</h1>
      <p>{t('page.notFound')}</p>
      <Group gap={8}>
        <Button variant="default" onClick={() => router.history.back()}>
          {t('page.back')}
        </Button>
        <Button renderRoot={(props) => <Link to="/app/dashboard" {...props} />}>
          {t('page.toDashboard')}
        </Button>
      </Group>
    </div>
  )
}
