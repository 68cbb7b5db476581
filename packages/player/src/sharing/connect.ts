import type { NeighborSignal } from '@vitrine/contract/player/commands'

/** No STUN or TURN servers: neighbors are in the local network. */
export const newConnection = (): RTCPeerConnection => new RTCPeerConnection({ iceServers: [] })

/** Gathering the machine's own addresses takes milliseconds; skip one that hangs. */
const GATHER_MS = 1000

/** The offer or answer of a connection, with all ICE candidates. */
export async function describe(
  connection: RTCPeerConnection,
  type: NeighborSignal['type'],
): Promise<NeighborSignal['description']> {
  const made = await (type === 'offer' ? connection.createOffer() : connection.createAnswer())
  await connection.setLocalDescription(made)
  if (connection.iceGatheringState !== 'complete')
    await new Promise<void>((resolve) => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve()
      setTimeout(resolve, GATHER_MS)
    })
  return connection.localDescription?.sdp ?? ''
}

export const untilOpen = (channel: RTCDataChannel): Promise<void> =>
  new Promise((resolve, reject) => {
    if (channel.readyState === 'open') return resolve()
    channel.onopen = () => resolve()
    channel.onclose = () => reject(new Error('Neighbor: it did not connect'))
  })

/** Rejects if `work` takes longer. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Neighbor: it did not connect in time')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
