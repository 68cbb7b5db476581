import type { WebCheck } from '@vitrine/contract/api/content/web-media'
import { LATER_CALLS } from '@vitrine/contract/player/later-calls'
import { answers, jsonOf, type Open } from '#lib/transport.ts'

/** Shorter than a zone waits for media. */
const ANSWER_MS = 1500

interface Asked {
  open: Open
  mediaId: string
  address: string
}

/**
 * Why a web page can't be opened now. The server checks what a frame hides: error pages, and sites that refuse
 * framing. The screen itself checks what the server can't reach, such as a local network, and while the server is
 * unreachable.
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
