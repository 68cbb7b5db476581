import { redirect } from '@tanstack/react-router'
/** Links in emails work logged in or out: a redirect would lose their codes. */
export const isPublicPath = (path: string): boolean =>
  path === '/auth/verify-email' || path === '/auth/reset-password'

/** For `beforeLoad` of a route that has no page. */
export const goTo = (to: '/auth' | '/app' | '/auth/login') => () => {
  throw redirect({ to, replace: true })
}
