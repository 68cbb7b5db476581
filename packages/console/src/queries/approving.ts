import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { can } from '@vitrine/contract/permissions'
import { api } from '#lib/api.ts'
import { queries } from '#lib/query.ts'
import { session } from '#lib/session/session.ts'
import { storyboardsKey, storyboardsQuery } from './storyboards.ts'

function mayApprove(): boolean {
  const { profile } = session.state.getState()
  return profile !== null && can(profile, 'write', 'approve-storyboards')
}

/** Whether playing it approves it: it has only waited for a person like this one. */
export const isApprovedByPlaying = ({
  approvedVersion,
  status,
}: Pick<Storyboard, 'approvedVersion' | 'status'>): boolean =>
  approvedVersion === null && status === 'pending' && mayApprove()

/**
 * A write that plays storyboards: those that have only waited for a person like this one are approved before. `chosen`:
 * their ids in the input.
 */
export const approving =
  <Input, Result>(
    write: (input: Input) => Promise<Result>,
    chosen: (input: Input) => readonly (string | null | undefined)[],
  ) =>
  async (input: Input): Promise<Result> => {
    const ids = new Set(chosen(input))
    const known = queries.getQueryData(storyboardsQuery().queryKey) ?? []
    for (const storyboard of known)
      if (ids.has(storyboard.id) && isApprovedByPlaying(storyboard)) await approve(storyboard)
    return write(input)
  }

/** Approves the version that the person has seen. */
export async function approve({ id, version, status }: Storyboard): Promise<Storyboard> {
  const body = { version, from: status }
  const { storyboard } = await api.storyboards.setStatus({ params: { id, status: 'approved' }, body })
  void queries.invalidateQueries({ queryKey: storyboardsKey })
  return storyboard
}
