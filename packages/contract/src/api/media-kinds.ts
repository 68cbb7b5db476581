export const MEDIA_KINDS = ['image', 'video', 'package'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
