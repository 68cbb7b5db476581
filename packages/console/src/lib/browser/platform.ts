/** Macs have Command where others have Ctrl; only for showing keys, both are understood everywhere. */
export const isMac = typeof navigator === 'object' && /Mac|iPhone|iPad/.test(navigator.userAgent)
