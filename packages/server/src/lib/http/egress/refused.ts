/**
 * Why a remote URL was not fetched; the message is fit for people.
 *
 * `local`: it isn't on the public internet, whether its name exists or not.
 */
export class EgressRefused extends Error {
  readonly reason: 'address' | 'local' | 'redirects' | 'size'
  constructor(message: string, reason: EgressRefused['reason'] = 'address') {
    super(message)
    this.reason = reason
  }
}
