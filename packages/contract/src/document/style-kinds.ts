export const STYLE_KINDS = ['text', 'color'] as const
/** The most links of a widget. */
export const LINKS_MAX = 40
export type StyleKind = (typeof STYLE_KINDS)[number]
