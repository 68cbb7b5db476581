/** Shows Command instead of Ctrl; shortcuts accept both everywhere. */
export const isMac = typeof navigator === 'object' && /Mac|iPhone|iPad/.test(navigator.userAgent)
