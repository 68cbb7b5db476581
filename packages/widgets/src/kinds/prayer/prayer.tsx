import type { PrayerTimes } from '@vitrine/contract/api/data/widget-data'
import { localTime } from '@vitrine/contract/schedule/time-zone'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host, WidgetProps } from '@vitrine/widgets/host'
import { useMemo } from 'react'
import { type BuiltInText, builtInText } from '#lib/built-in-texts.ts'
import { clockOf } from '#lib/intl.ts'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { LettersContext } from '#lib/letters-context.ts'
import { endOf, Line, mirrored, sharedSize, startOf } from '#lib/line.tsx'
import { useNow, useSource } from '#lib/live.ts'
import { cssPaint } from '#lib/paint.ts'
import { Placeholder } from '#lib/placeholder.tsx'
import { SampleMark } from '#lib/sample-mark.tsx'
import { NO_CITY } from './definition.ts'
import { type PrayerView, prayerView } from './next-prayer.ts'

type PrayerDays = typeof import('@vitrine/contract/schedule/prayer-times').prayerDays

type Props = WidgetProps<SettingsOf<'prayer'>>

/** Today's times with the next prayer marked: in columns in wide boxes, otherwise in rows. */
export function Prayer(props: Props) {
  return props.settings.prayerLocation === NO_CITY ? <NoCity {...props} /> : <Times {...props} />
}

/** Also on screens, where an empty box would say nothing. */
function NoCity({ settings: { prayerColor, fontSettings }, size: { width, height }, host }: Props) {
  const line = Math.min(height * 0.3, width * 0.12)
  return (
    <LettersContext.Provider value={fontSettings}>
      <Line
        text={builtInText(host.locale, 'chooseCity')}
        color={prayerColor}
        align="center"
        left={width * 0.05}
        top={(height - line) / 2}
        width={width * 0.9}
        height={line}
      />
    </LettersContext.Provider>
  )
}

function Times({ settings, size, host }: Props) {
  const { prayerCalcMethod: method, prayerLocation: location, prayerColor: color, fontSettings } = settings
  const data = useSource(useMemo(() => host.prayer(location, method), [host, location, method]))
  const now = useNow(host, 60_000)
  const days = useDays(data, settings, now)
  const view = data && days && prayerView({ ...data, days }, now)
  if (!data || !view) return <Placeholder size={size} host={host} word="prayer" />

  const { width, height } = size
  const columns = width / height > 1.5
  const head = columns ? height * 0.3 : Math.min(height * 0.2, width * 0.3)
  const pad = Math.min(width, height) * 0.05
  const inner = width - 2 * pad
  const x = mirrored(host.dir, width)
  return (
    <LettersContext.Provider value={fontSettings}>
      <Line
        text={data.place}
        color={color}
        bold
        align={startOf(host.dir)}
        {...(columns
          ? { left: x(pad, inner * 0.45), top: head * 0.12, width: inner * 0.45, height: head * 0.66 }
          : { left: pad, top: head * 0.06, width: inner, height: head * 0.48 })}
      />
      {view.next && (
        <Line
          text={`${nameOf(view.next.prayer, view, host)} ${untilText(view.next.at - now, host)}`}
          color={color}
          {...(columns
            ? {
                align: endOf(host.dir),
                left: x(pad + inner * 0.48, inner * 0.52),
                top: head * 0.16,
                width: inner * 0.52,
                height: head * 0.58,
              }
            : {
                align: startOf(host.dir),
                left: pad,
                top: head * 0.52,
                width: inner,
                height: head * 0.38,
              })}
          style={{ opacity: 0.9 }}
        />
      )}
      <Board
        view={view}
        host={host}
        color={color}
        timezone={data.timezone}
        columns={columns}
        left={pad}
        top={head}
        width={inner}
        height={height - head - pad}
      />
      {data.sample && <SampleMark host={host} size={size} />}
    </LettersContext.Provider>
  )
}

/** Yesterday, today, and tomorrow, computed for any day, however long the outage. */
function useDays(data: PrayerTimes | undefined, settings: SettingsOf<'prayer'>, now: number) {
  const prayerDays = useLazyPart('prayerDays')
  const today = data && localTime(data.timezone, now).date
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change once a day
  return useMemo(
    () => data && prayerDays && daysOf(data, settings, now, prayerDays),
    [data, settings, prayerDays, today],
  )
}

function daysOf(
  data: PrayerTimes,
  settings: SettingsOf<'prayer'>,
  now: number,
  prayerDays: PrayerDays,
): PrayerTimes['days'] {
  const { latitude, longitude, timezone } = data
  const calculation = {
    method: Number(settings.prayerCalcMethod),
    isHanafi: settings.prayerAsr === 'hanafi',
    minutes: {
      fajr: settings.prayerFajrMinutes,
      sunrise: settings.prayerSunriseMinutes,
      dhuhr: settings.prayerDhuhrMinutes,
      asr: settings.prayerAsrMinutes,
      maghrib: settings.prayerMaghribMinutes,
      isha: settings.prayerIshaMinutes,
    },
  }
  // Samples, and servers that sent no coordinates.
  if (latitude === undefined || longitude === undefined) return data.days
  return prayerDays({ latitude, longitude, timezone }, calculation, now, { before: 1, after: 1 })
}

const nameOf = (prayer: PrayerView['times'][number]['prayer'], view: PrayerView, host: Host) => {
  const word: BuiltInText = prayer === 'dhuhr' && view.friday ? 'jumuah' : prayer
  return builtInText(host.locale, word)
}

function untilText(left: number, host: Host): string {
  const minutes = Math.round(left / 60_000)
  if (minutes < 1) return builtInText(host.locale, 'now')
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return builtInText(host.locale, h > 0 ? 'inHours' : 'inMinutes', { h, m })
}

interface BoardProps {
  view: PrayerView
  host: Host
  color: string
  timezone: string
  columns: boolean
  left: number
  top: number
  width: number
  height: number
}

function Board(props: BoardProps) {
  const { view, host, color, timezone, columns, left, top, width, height } = props
  const count = view.times.length
  const cell = columns ? { width: width / count, height } : { width, height: height / count }
  const place = mirrored(host.dir, width)
  const rows = view.times.map((one) => ({
    ...one,
    name: nameOf(one.prayer, view, host),
    time: clockOf(host.locale, timezone, one.at),
  }))
  const shared = { names: rows.map(({ name }) => name), digits: rows.map(({ time }) => time.digits) }
  return rows.map((row, index) => {
    const from = left + (columns ? place(index * cell.width, cell.width) : 0)
    const down = top + (columns ? 0 : index * cell.height)
    const draw = { ...row, ...shared, color, host, left: from, top: down, ...cell }
    return (
      <div key={row.prayer}>
        {row.next && (
          <div
            style={{
              position: 'absolute',
              left: from,
              top: down,
              width: cell.width,
              height: cell.height,
              background: cssPaint(color),
              opacity: 0.2,
              borderRadius: Math.min(cell.width, cell.height) * 0.14,
            }}
          />
        )}
        {columns ? <Column {...draw} /> : <Row {...draw} />}
      </div>
    )
  })
}

interface CellProps {
  prayer: string
  name: string
  time: { digits: string; half: string }
  next: boolean
  /** The texts of all cells, which share one font size. */
  names: string[]
  digits: string[]
  color: string
  host: Host
  left: number
  top: number
  width: number
  height: number
}
/** Sunrise isn't a prayer, but ends the time of one. */
const faint = (prayer: string) => ({ opacity: prayer === 'sunrise' ? 0.7 : 1 })

/** Name, time and AM/PM, stacked. */
function Column({ prayer, name, time, names, digits, color, left, top, width, height }: CellProps) {
  const wide = width * 0.88
  const line = {
    color,
    align: 'center',
    left: left + width * 0.06,
    width: wide,
    style: faint(prayer),
  } as const
  const half = time.half ? height * 0.18 : 0
  const room = { name: height * 0.3, digits: height * 0.36 }
  const start = top + (height - room.name - room.digits - half) / 2
  const letters = sharedSize(names, wide, room.name)
  return (
    <>
      <Line {...line} text={name} top={start} height={room.name} size={letters} />
      <Line
        {...line}
        text={time.digits}
        bold
        top={start + room.name}
        height={room.digits}
        size={sharedSize(digits, wide, room.digits)}
      />
      {half > 0 && (
        <Line
          {...line}
          text={time.half}
          top={start + room.name + room.digits}
          height={half}
          size={Math.min(letters, half / 1.3)}
        />
      )}
    </>
  )
}

/** The name at the start, the time at the end of a line. */
function Row({ prayer, name, time, next, names, digits, color, host, left, top, width, height }: CellProps) {
  const inset = Math.min(height * 0.3, width * 0.06)
  const wide = (width - 2 * inset) / 2
  const place = mirrored(host.dir, width)
  const line = { color, top: top + height * 0.12, width: wide, height: height * 0.76, style: faint(prayer) }
  const size = Math.min(sharedSize(names, wide, line.height), sharedSize(digits, wide * 0.7, line.height))
  return (
    <>
      <Line
        {...line}
        text={name}
        bold={next}
        size={size}
        align={startOf(host.dir)}
        left={left + place(inset, wide)}
      />
      <Line
        {...line}
        text={
          <>
            {time.digits}
            {time.half && <span style={{ fontSize: '0.6em', margin: '0 0.2em' }}>{time.half}</span>}
          </>
        }
        measure={time.digits + time.half}
        bold
        size={size}
        align={endOf(host.dir)}
        left={left + place(inset + wide, wide)}
      />
    </>
  )
}
