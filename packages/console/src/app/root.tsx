import { Outlet } from '@tanstack/react-router'
import { useBrandLook } from '#lib/session/brand.ts'
import { LoadingOverlay } from '#ui/page/loading-overlay.tsx'
import { Toaster } from '#ui/toast/toaster.tsx'

/** Rendered on every route. Kept small, because the login page loads it. */
export function Root() {
  useBrandLook()
  return (
    <>
      <Outlet />
      <LoadingOverlay />
      <Toaster />
    </>
  )
}
