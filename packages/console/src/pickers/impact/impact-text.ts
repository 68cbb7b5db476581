import type { Impact } from '@vitrine/contract/api/base/impact'
import type { TFunction } from 'i18next'
import { dateText, listText } from '#lib/text/format.ts'

/** `3 screens have no Manager`, of values that pages show; undefined if none is missing. */
export const missingText = (t: TFunction, missing: Impact['missing']): string | undefined =>
  missing.length > 0
    ? listText(missing.map(({ name, screens }) => t('screenValues.missing', { count: screens, name })))
    : undefined

/** `Layer News is added (3 screens)`; undefined if a save changes no layer. */
export const layersText = (t: TFunction, layers: Impact['layers']): string | undefined =>
  layers
    ? listText(layers.map(({ name, change, screens }) => t(`layers.${change}`, { name, count: screens })))
    : undefined

/** `14 screens change in 3 buildings; 2 would show nothing from Fri`; undefined if nothing changes. */
export function impactText(
  t: TFunction,
  { changes, buildings, nothing, unsure }: Impact,
): string | undefined {
  if (changes === 0) return undefined
  const changed = [
    t('screenRules.changes', { count: changes }),
    buildings > 0 ? t('screenRules.buildings', { count: buildings }) : '',
  ]
  const sentence = [
    changed.filter(Boolean).join(' '),
    ...(unsure > 0 ? [t('conditions.unsure', { count: unsure })] : []),
  ].join('; ')
  if (!nothing) return sentence
  const date = dateText(nothing.from, 'monthDay')
  return `${sentence}; ${t('screenRules.nothing', { count: nothing.screens, date })}`
}
