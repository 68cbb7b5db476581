/** Links of mails work for everybody, signed in or not: their codes would be lost on the way. */
export const isForEverybody = (path: string): boolean =>
  path === '/auth/verify-email' || path === '/auth/reset-password'

/** A screen of the console, and no other address. */
export const isInside = (path: string): boolean => /^\/app\/[^\s\\]*$/.test(path) && !path.includes('//')
