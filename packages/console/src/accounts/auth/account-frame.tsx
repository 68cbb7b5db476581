import { type ReactNode, useEffect } from 'react'
import { useAppName } from '#lib/session/brand.ts'
import styles from './login-page.module.css'

/** The title and intro of a login page. */
export function AccountFrame({
  title,
  intro,
  children,
}: {
  title: string
  intro?: string
  children?: ReactNode
}) {
  const appName = useAppName()
  const tab = `${title} – ${appName}`
  useEffect(() => {
    document.title = tab
  }, [tab])
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      {intro && <p className={styles.lead}>{intro}</p>}
      {children}
    </>
  )
}
