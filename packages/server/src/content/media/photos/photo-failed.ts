import type { PhotoProblem } from '@vitrine/contract/api/content/web-picture'

/** Why a page couldn't be photographed. `detail`: a status, a host, or a selector; never anything secret. */
export class PhotoFailed extends Error {
  readonly problem: PhotoProblem
  readonly detail: string
  constructor(problem: PhotoProblem, detail = '') {
    super(`${problem} ${detail}`.trim())
    this.problem = problem
    this.detail = detail.slice(0, 200)
  }
}
