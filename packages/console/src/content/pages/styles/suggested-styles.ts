import type { StyleInput } from '@vitrine/contract/api/content/styles'
import type { StyleKind } from '@vitrine/contract/document/style-kinds'
import { FONTS } from '@vitrine/contract/fields/font-families'
import type { TemplateOwner } from '@vitrine/widgets/template'
import type { TFunction } from 'i18next'

const font = (size: number, isBold = false) => ({ isBold, isItalic: false, font: FONTS[0], size })

/** Letters for a page that is 1080 px high. */
const TEXTS = {
  heading: font(96, true),
  subheading: font(56, true),
  body: font(36),
  price: font(56, true),
  caption: font(24),
} as const

/** A few styles that most organizations need; of colors, those of its brand. */
export function suggestedStyles(t: TFunction, kind: StyleKind, owner: TemplateOwner): StyleInput[] {
  if (kind === 'text')
    return (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).map((name) => ({
      ...{ kind, name: t(`styles.suggested.${name}`), value: TEXTS[name] },
    }))
  const colors = {
    brand: owner.primary || '#1c64d7',
    accent: owner.accent || '#f5cc76',
    letters: '#212529',
    ground: '#ffffff',
  }
  return (Object.keys(colors) as (keyof typeof colors)[]).map((name) => ({
    ...{ kind, name: t(`styles.suggested.${name}`), value: colors[name] },
  }))
}
