import { EncodedPacketSink, type InputTrack } from 'mediabunny'
import { BROKEN, Refusal } from './probe-verdict.ts'

/** Tolerated seconds between the declared and the actual end of a file. */
const TOLERANCE = 2

/** Seconds of a track, to the millisecond. Refuses one that is empty, or shorter than the file declares. */
export async function wholeDuration(track: InputTrack): Promise<number> {
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  const last = await sink.getPacket(Number.POSITIVE_INFINITY)
  if (!first?.byteLength || !last?.byteLength) throw new Refusal(BROKEN)
  const duration = await track.computeDuration()
  const announced = await track.getDurationFromMetadata()
  if (!(duration > 0) || (announced !== null && announced > duration + TOLERANCE)) throw new Refusal(BROKEN)
  return Math.round(duration * 1000) / 1000
}
