import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { inUse } from '#lib/errors.ts'

/** Throws USED_INSIDE for what a place shows in a local slot, which has limits that storyboards don't have. */
export function refuseLocal({ fills, name }: Pick<Storyboard, 'fills' | 'name'>): void {
  if (fills)
    throw inUse('USED_INSIDE', `${name} is what a place shows in a local slot. Change it in Local content.`)
}
