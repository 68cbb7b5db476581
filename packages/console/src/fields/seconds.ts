import { type Fit, isFit, type MediaZoneEntry, secondsOf } from '@vitrine/contract/fields/kinds/media-zone'
import type { FieldsHost } from './control.ts'

/** `80` → `1:20`, `3700` → `1:01:40`. */
export function clockText(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** Seconds of one loop of a media zone, as far as the videos' lengths are known. */
export const roundOf = (
  entries: readonly MediaZoneEntry[],
  interval: number,
  host: Pick<FieldsHost, 'media'>,
): number =>
  entries.reduce(
    (sum, { mediaId, duration }) => sum + secondsOf(duration, interval, host.media(mediaId)?.duration),
    0,
  )

/** The interval in a media zone's settings. */
export const intervalOf = (values: { interval?: unknown }): number =>
  typeof values.interval === 'number' && values.interval > 0 ? values.interval : 5

/** The fit in a media zone's settings; undefined for zones without one, as in packages. */
export const fitOf = ({ fit }: { fit?: unknown }): Fit | undefined => (isFit(fit) ? fit : undefined)
