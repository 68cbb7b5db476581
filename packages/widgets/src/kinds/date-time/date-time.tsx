import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { type ClockText, clockOf, dateFormat } from '#lib/intl.ts'
import { LettersContext } from '#lib/letters-context.ts'
import { Line, sharedSize } from '#lib/line.tsx'
import { useNow } from '#lib/live.ts'

/** The lines of a date, by the chosen form; beside the time all in one. */
const DATES: Readonly<Record<string, readonly Intl.DateTimeFormatOptions[]>> = {
  none: [],
  weekday: [{ weekday: 'long' }],
  short: [{ weekday: 'short', day: 'numeric', month: 'short' }],
  long: [{ day: 'numeric', month: 'long', year: 'numeric' }],
  numeric: [{ day: '2-digit', month: '2-digit', year: 'numeric' }],
}

/** Time and date side by side in wide boxes, otherwise stacked; tall boxes have a line for the weekday. */
export function DateTime({ settings, size, host }: WidgetProps<SettingsOf<'date-time'>>) {
  return (
    <LettersContext.Provider value={settings.fontSettings}>
      <Clock settings={settings} size={size} host={host} />
    </LettersContext.Provider>
  )
}

function Clock({ settings, size, host }: Omit<WidgetProps<SettingsOf<'date-time'>>, 'id'>) {
  const { width, height } = size
  const { timeColor: color, timeZone, hours, seconds, dateForm } = settings
  const now = useNow(host, seconds ? 1000 : 60_000)
  const { locale } = host
  const time = clockOf(locale, timeZone, now, { hours, seconds })
  const chosen = DATES[dateForm]
  const text = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, timeZone, options).format(now)
  const centre = { color, align: 'center' } as const

  if (chosen?.length === 0)
    return <Time time={time} color={color} left={0} top={0} width={width} height={height} />
  if (width / height > 5.5) {
    const half = width * 0.4
    const [first, second] = host.dir === 'rtl' ? [width - half, 0] : [0, half]
    return (
      <>
        <Time time={time} color={color} left={first} top={0} width={half} height={height} />
        <Line
          {...centre}
          text={text(chosen?.[0] ?? { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })}
          left={second + (host.dir === 'rtl' ? width * 0.02 : width * 0.03)}
          top={height * 0.2}
          width={width - half - width * 0.05}
          height={height * 0.6}
        />
      </>
    )
  }
  const tall = width / height < 1.9 && !chosen
  const clock = Math.min(height * (tall ? 0.5 : 0.64), width * 0.42)
  const line = Math.min((height - clock) / (tall ? 2 : 1), clock * 0.56)
  const top = (height - clock - line * (tall ? 2 : 1)) / 2
  const usual: Intl.DateTimeFormatOptions[] = tall
    ? [{ weekday: 'long' }, { day: 'numeric', month: 'long', year: 'numeric' }]
    : [{ weekday: 'long', day: 'numeric', month: 'long' }]
  const lines = (chosen ?? usual).map(text)
  return (
    <>
      <Time time={time} color={color} left={width * 0.02} top={top} width={width * 0.96} height={clock} />
      {lines.map((date, index) => (
        <Line
          {...centre}
          key={date}
          text={date}
          left={width * 0.04}
          top={top + clock + index * line}
          width={width * 0.92}
          height={line * 0.86}
          size={sharedSize(lines, width * 0.92, line * 0.86)}
        />
      ))}
    </>
  )
}

interface TimeProps {
  time: ClockText
  color: string
  left: number
  top: number
  width: number
  height: number
}

/** AM or PM, if any, is smaller than the digits. */
function Time({ time, ...box }: TimeProps) {
  return (
    <Line
      {...box}
      align="center"
      bold
      text={
        <>
          {!time.halfFirst && time.digits}
          {time.half && (
            <span style={{ fontSize: '0.42em', fontWeight: 500, margin: '0 0.15em' }}>{time.half}</span>
          )}
          {time.halfFirst && time.digits}
        </>
      }
      measure={time.digits + time.half}
    />
  )
}
