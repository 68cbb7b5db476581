import type { WebCheck } from '@vitrine/contract/api/screens/web-media'
import { LATER_CALLS } from '@vitrine/contract/player/later-calls'
import { answers, jsonOf, type Open } from '#lib/transport.ts'

/** Less than a zone waits for a medium. */
const ANSWER_MS = 1500

interface Asked {
  open: Open
  mediaId: string
  address: string
}

/**
 * Why a web page can't be opened now. The server sees what a frame hides: error pages, and sites that refuse to be framed.
 * What it can't enter, such as a local network, and while it can't be reached, the screen asks itself.
 */
export async function siteProblem({ open, mediaId, address }: Asked): Promise<string | undefined> {
  const check = await open(LATER_CALLS.checkSite, { params: { mediaId }, timeout: ANSWER_MS })
    .then((opened) => jsonOf(opened, ['check']))
    .then(
      (answer) => (answer as { check: WebCheck }).check,
      () => undefined,
    )
  if (check?.looked) return check.problem === null ? undefined : `${check.problem} ${check.detail}`.trim()
  return (await answers(address, ANSWER_MS)) ? undefined : 'unreachable'
}
