import { Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import styles from './auth-frame.module.css'
import { BrandMark } from './brand-mark.tsx'

/** Lazy and optional: the form renders without it if it fails to load. */
const SignInScene = lazy<ComponentType>(() =>
  import('#accounts/auth/sign-in-scene.tsx').then(
    ({ SignInScene }) => ({ default: SignInScene }),
    () => ({ default: () => null }),
  ),
)

/** The frame of the login pages: the form, with an animated scene beside it if there is room. */
export function AuthFrame() {
  const [wide] = useState(() => window.matchMedia('(width >= 900px)').matches)
  return (
    <div className={styles.frame}>
      <main className={styles.form}>
        <p className={styles.brand}>
          <BrandMark size={28} />
        </p>
        <Outlet />
      </main>
      <aside className={styles.scene}>
        {wide && (
          <Suspense>
            <SignInScene />
          </Suspense>
        )}
      </aside>
    </div>
  )
}
