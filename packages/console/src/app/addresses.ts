/** Links in emails work logged in or out: a redirect would lose their codes. */
export const isPublicPath = (path: string): boolean =>
  path === '/auth/verify-email' || path === '/auth/reset-password'

/** A screen of the console, and no other address. */
export const isInside = (path: string): boolean => /^\/app\/[^\s\\]*$/.test(path) && !path.includes('//')
