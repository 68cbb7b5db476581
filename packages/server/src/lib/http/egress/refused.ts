/** Why a remote URL was not fetched; the message is fit for people. */
export class EgressRefused extends Error {
  readonly reason: 'address' | 'local' | 'redirects' | 'size'
  constructor(message: string, reason: EgressRefused['reason'] = 'address') {
    super(message)
    this.reason = reason
  }
}
