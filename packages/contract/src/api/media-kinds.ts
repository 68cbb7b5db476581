export const MEDIA_KINDS = ['image', 'video', 'package', 'web'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
