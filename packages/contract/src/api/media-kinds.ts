/** What pages and zones show. */
export const SHOWN_KINDS = ['image', 'video', 'package', 'web'] as const
/** Audio is heard below a storyboard. */
export const MEDIA_KINDS = [...SHOWN_KINDS, 'audio'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
