import type { Weather as Data } from '@vitrine/contract/api/data/widget-data'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host, WidgetProps } from '@vitrine/widgets/host'
import { useMemo } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { clockText, dateFormat, degreesText, LOCAL_ZONE } from '#lib/intl.ts'
import { LettersContext } from '#lib/letters-context.ts'
import { endOf, Line, mirrored, startOf } from '#lib/line.tsx'
import { useNow, useSource } from '#lib/live.ts'
import { Placeholder } from '#lib/placeholder.tsx'
import { SampleMark } from '#lib/sample-mark.tsx'
import { WeatherIcon } from './weather-icon.tsx'

/** Older data shows its time. */
const STALE = 3 * 3_600_000
/** Older data is a forecast for today at best. */
const OUTDATED = 24 * 3_600_000
/** The minimum line height in page pixels: smaller text can't be read across a lobby. */
const LEAST_LINE = 20
/** The days' share of the widget's height, below and beside, and a line's share of theirs. */
const DAYS_BELOW = 0.38
const DAYS_BESIDE = 0.84
const LINE_OF_DAYS = 0.19

/** The current weather, and the coming days if they fit. */
export function Weather({ settings, size, host }: WidgetProps<SettingsOf<'weather'>>) {
  const { weatherColor: color, weatherLocation: location, fontSettings } = settings
  const latest = useSource(useMemo(() => host.weather(location), [host, location]))
  const instant = useNow(host, 60_000)
  const data = latest && asForecast(latest, instant)
  if (!data) return <Placeholder size={size} host={host} word="weather" />
  const { width, height } = size
  const days = data.days.slice(1, 6)
  const legible = (daysHeight: number) => days.length >= 3 && daysHeight * LINE_OF_DAYS >= LEAST_LINE
  const below = legible(height * DAYS_BELOW) && height / width > 0.45
  const beside = legible(height * DAYS_BESIDE) && !below && width / height > 3.2
  const now = below
    ? { width, height: height * (1 - DAYS_BELOW) }
    : beside
      ? { width: height * 2.3, height }
      : { width, height }
  const x = mirrored(host.dir, width)
  return (
    <LettersContext.Provider value={fontSettings}>
      <Now data={data} host={host} color={color} left={x(0, now.width)} {...now} />
      {below && (
        <Days
          days={days}
          host={host}
          color={color}
          left={0}
          top={now.height}
          width={width}
          height={height - now.height}
        />
      )}
      {beside && (
        <Days
          days={days}
          host={host}
          color={color}
          left={x(now.width, width - now.width)}
          top={(height * (1 - DAYS_BESIDE)) / 2}
          width={width - now.width}
          height={height * DAYS_BESIDE}
        />
      )}
      {data.sample && <SampleMark host={host} size={size} />}
    </LettersContext.Provider>
  )
}

/**
 * What is left of old data: the days from today on, and after a day without news what was forecast for today.
 * `undefined` if it says nothing about today.
 */
function asForecast(data: Data, now: number): Data | undefined {
  const age = now - data.at
  if (age <= STALE) return data
  const date = dateFormat('en-ca', LOCAL_ZONE, DATE).format(now)
  const days = data.days.filter((day) => day.date >= date)
  if (age <= OUTDATED) return { ...data, days: days.length > 0 ? days : data.days }
  const [today] = days
  return today && { ...data, days, temperature: today.high, condition: today.condition, isDay: true }
}

/** In Canada, dates are `YYYY-MM-DD`. */
const DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' }

interface NowProps {
  data: Data
  host: Host
  color: string
  left: number
  width: number
  height: number
}

function Now({ data, host, color, left, width, height }: NowProps) {
  const instant = useNow(host, 60_000)
  const today = data.days[0]
  const age = instant - data.at
  const time =
    age > OUTDATED
      ? dateFormat(host.locale, LOCAL_ZONE, { day: 'numeric', month: 'short' }).format(data.at)
      : clockText(host.locale, LOCAL_ZONE, data.at)
  const pad = Math.min(width, height) * 0.07
  const icon = Math.min(height * 0.62, width * 0.36)
  const inner = width - 2 * pad
  const place = mirrored(host.dir, width)
  const x = (from: number, wide: number) => left + place(from, wide)
  const start = startOf(host.dir)
  const textTop = height - height * 0.36
  const range = today
    ? `${degreesText(host.locale, today.high)} / ${degreesText(host.locale, today.low)}`
    : ''
  return (
    <>
      <WeatherIcon
        condition={data.condition}
        isDay={data.isDay}
        color={color}
        left={x(pad, icon)}
        top={Math.max(0, (textTop - icon) / 2)}
        size={icon}
      />
      <Line
        text={degreesText(host.locale, data.temperature)}
        color={color}
        bold
        align={endOf(host.dir)}
        left={x(pad + icon, inner - icon)}
        top={(textTop - icon) / 2}
        width={inner - icon}
        height={Math.min(icon * 1.05, textTop)}
      />
      <Line
        text={data.place}
        color={color}
        bold
        align={start}
        left={x(pad, inner * 0.6)}
        top={textTop}
        width={inner * 0.6}
        height={height * 0.17}
      />
      <Line
        text={range}
        color={color}
        align={endOf(host.dir)}
        left={x(pad + inner * 0.62, inner * 0.38)}
        top={textTop}
        width={inner * 0.38}
        height={height * 0.17}
      />
      <Line
        text={
          age > STALE ? builtInText(host.locale, 'asOf', { time }) : builtInText(host.locale, data.condition)
        }
        color={color}
        align={start}
        left={x(pad, inner)}
        top={textTop + height * 0.17}
        width={inner}
        height={height * 0.14}
        style={{ opacity: 0.85 }}
      />
    </>
  )
}

interface DaysProps {
  days: Data['days']
  host: Host
  color: string
  left: number
  top: number
  width: number
  height: number
}

function Days({ days, host, color, left, top, width, height }: DaysProps) {
  const column = width / days.length
  const place = mirrored(host.dir, width)
  const icon = Math.min(column * 0.6, height * 0.4)
  const centre = { color, align: 'center', width: column * 0.92 } as const
  return days.map((day, index) => {
    const from = left + place(index * column, column)
    const weekday = dateFormat(host.locale, 'UTC', { weekday: 'short' }).format(
      Date.parse(`${day.date}T12:00:00Z`),
    )
    const text = { ...centre, left: from + column * 0.04 }
    return (
      <div key={day.date}>
        <Line {...text} text={weekday} top={top} height={height * 0.2} style={{ opacity: 0.85 }} />
        <WeatherIcon
          condition={day.condition}
          isDay
          color={color}
          left={from + (column - icon) / 2}
          top={top + height * 0.22}
          size={icon}
        />
        <Line
          {...text}
          text={degreesText(host.locale, day.high)}
          bold
          top={top + height * 0.62}
          height={height * LINE_OF_DAYS}
        />
        <Line
          {...text}
          text={degreesText(host.locale, day.low)}
          top={top + height * 0.8}
          height={height * 0.18}
          style={{ opacity: 0.75 }}
        />
      </div>
    )
  })
}
