import { redirect } from '@tanstack/react-router'

/** Links in emails work logged in or out: a redirect would lose their codes. */
export const isPublicPath = (path: string): boolean =>
  path === '/auth/verify-email' || path === '/auth/reset-password'

/** For an address that has no screen. */
export const leadTo = (to: '/app' | '/auth' | '/auth/login') => () => {
  throw redirect({ to, replace: true })
}
