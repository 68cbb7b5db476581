import type { Schedule } from '@vitrine/contract/api/screens/device-groups'

export type LayerForm = NonNullable<Schedule['layers']>[number]

/** What the fields of layers watch. */
export type LayersForm = Pick<Schedule, 'slots' | 'layers'>
