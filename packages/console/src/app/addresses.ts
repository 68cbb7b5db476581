/** Links in emails work logged in or out: a redirect would lose their codes. */
export const isPublicPath = (path: string): boolean =>
  path === '/auth/verify-email' || path === '/auth/reset-password'

/** Whether a path is a screen of the console: prevents open redirects. */
export const isInside = (path: string): boolean => /^\/app\/[^\s\\]*$/.test(path) && !path.includes('//')
