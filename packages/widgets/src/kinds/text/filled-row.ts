import type { SettingsOf } from '@vitrine/widgets/definitions'

export type Row = SettingsOf<'text'>['rows'][number]

export const isFilled = ({ label, note, price }: Row): boolean => `${label}${note}${price}`.trim() !== ''
