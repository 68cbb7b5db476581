import { Outlet } from '@tanstack/react-router'
import { LoadingOverlay } from '#ui/page/loading-overlay.tsx'
import { Toaster } from '#ui/toast/toaster.tsx'

/** What every address has. Kept small: the login page loads nothing more than this and itself. */
export function Root() {
  return (
    <>
      <Outlet />
      <LoadingOverlay />
      <Toaster />
    </>
  )
}
