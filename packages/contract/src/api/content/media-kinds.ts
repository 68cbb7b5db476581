/** Kinds that pages and zones can show. */
export const SHOWN_KINDS = ['image', 'video', 'package', 'web'] as const
/** Audio plays in the background of a storyboard. */
export const MEDIA_KINDS = [...SHOWN_KINDS, 'audio'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
