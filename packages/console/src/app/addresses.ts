/** Links in emails work logged in or out: a redirect would lose their codes. */
export const isPublicPath = (path: string): boolean =>
  path === '/auth/verify-email' || path === '/auth/reset-password'
