/** The parts of a data channel that sharing uses: reliable, ordered messages. */
export type Channel = Pick<
  RTCDataChannel,
  | 'send'
  | 'close'
  | 'readyState'
  | 'bufferedAmount'
  | 'bufferedAmountLowThreshold'
  | 'onmessage'
  | 'onclose'
  | 'onbufferedamountlow'
>

/** The size of a message, which every browser supports. */
export const MESSAGE_BYTES = 64_000
/** Bytes of one request. */
export const REQUEST_BYTES = 1_000_000

/** A request to a neighbor: bytes from `from` up to, but excluding, `to`. */
export interface Request {
  sha256: string
  from: number
  to: number
}

export function readRequest(text: unknown): Request | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined
  try {
    const { sha256, from, to } = JSON.parse(text) as Partial<Request>
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return undefined
    const request = { sha256, from: Number(from), to: Number(to) }
    const length = request.to - request.from
    return request.from >= 0 && length > 0 && length <= REQUEST_BYTES ? request : undefined
  } catch {
    return undefined
  }
}
