/** Kinds that pages and zones can show. */
export const SHOWN_KINDS = ['image', 'video', 'package', 'web'] as const
/** Audio plays in the background of a storyboard, and texts are drawn in fonts. */
export const MEDIA_KINDS = [...SHOWN_KINDS, 'audio', 'font'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Whether screens can show a file of a type on its own. */
export const isShown = (mimetype: string): boolean => !/^(?:audio|font)\//.test(mimetype)
