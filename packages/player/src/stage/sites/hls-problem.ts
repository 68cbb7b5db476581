import Hls, { type ErrorData } from 'hls.js'

/** A short name of the problem, with the server's status if any. */
export function problemOf({
  type,
  details,
  response,
}: Pick<ErrorData, 'type' | 'details' | 'response'>): string {
  const status = response?.code ?? 0
  if (status >= 400) return `status ${status}`
  if (details === Hls.ErrorDetails.MANIFEST_PARSING_ERROR || details === Hls.ErrorDetails.LEVEL_EMPTY_ERROR)
    return 'stream-broken'
  if (type === Hls.ErrorTypes.KEY_SYSTEM_ERROR) return 'stream-encrypted'
  if (/TimeOut/.test(details)) return 'timeout'
  return type === Hls.ErrorTypes.NETWORK_ERROR ? 'unreachable' : details
}
