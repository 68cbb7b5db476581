// A report in HTML for email programs: tables and inline styles, because many of them support nothing else.
import type { RichMail } from '#base/outbox/queries.ts'
import { csvHead, csvLines } from '#lib/csv.ts'
import { escapeHtml } from '#lib/http/escape-html.ts'
import type { ReportFacts } from './facts.ts'

const BAR_HEIGHT = 96
const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
/** Readable on light and dark backgrounds of email programs. */
const QUIET = 'opacity:0.7'
const ACCENT = '#2f5fe0'

export const number = new Intl.NumberFormat('en-US')
export const hoursText = (seconds: number): string =>
  `${new Intl.NumberFormat('en-US', { maximumFractionDigits: seconds < 36_000 ? 1 : 0 }).format(seconds / 3600)} h`

const played = ({ plays, seconds }: { plays: number; seconds: number }): string =>
  `${number.format(plays)} ${plays === 1 ? 'play' : 'plays'} · ${hoursText(seconds)}`

interface Words {
  title: string
  /** Sentences about what needs attention. */
  wrong: readonly string[]
  /** What the file lists; '' if it lists everything that played. */
  fileText: string
  link: string
}

/** The page with its images, and a CSV file of the plays. */
export function reportPage(facts: ReportFacts, { title, wrong, fileText, link }: Words): RichMail {
  const { days, top, busiest, totals } = facts
  const pictures = top.flatMap(({ picture }, index) =>
    picture ? [{ ...picture, cid: `top-${index}`, name: `top-${index}` }] : [],
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;${FONT};font-size:15px;line-height:1.45">
<div style="max-width:600px;margin:0 auto">
<p style="margin:0;${QUIET}" dir="auto">${escapeHtml(facts.organization)}</p>
<h1 style="font-size:22px;line-height:1.25;margin:0 0 16px">${escapeHtml(title)}</h1>
${figures(facts)}
${days.length > 1 ? chart(days) : ''}
${section(
  'Most played',
  top.map((one, index) =>
    row(
      one.picture
        ? `<img src="cid:top-${index}" width="72" alt="" style="display:block;border-radius:4px;max-height:72px;object-fit:contain">`
        : '',
      one.name,
      played(one),
    ),
  ),
)}
${section(
  'Screens',
  busiest.map(({ name, seconds }) => row(undefined, name, hoursText(seconds))),
)}
${section(
  'Needs attention',
  wrong.map((text) => row(undefined, text, '')),
)}
${fileText && `<p style="margin:28px 0 0;${QUIET}">${fileText}</p>`}
<p style="margin:28px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${ACCENT};color:#ffffff;text-decoration:none">Open the report</a></p>
</div></body></html>`
  const csv = csvHead(COLUMNS) + csvLines(COLUMNS, totals)
  const file = { name: 'plays.csv', mimetype: 'text/csv', base64: Buffer.from(csv).toString('base64') }
  return { html, files: [...pictures, file] }
}

const COLUMNS = [
  ['Kind', ({ kind }) => kind],
  ['Name', ({ name }) => name],
  ['Plays', ({ plays }) => plays],
  ['Seconds', ({ seconds }) => seconds],
  ['Screens', ({ screens }) => screens],
  ['Id', ({ itemId }) => itemId],
] as const satisfies Parameters<typeof csvHead<ReportFacts['totals'][number]>>[0]

function figures({ screens, playing, plays, seconds, alerts }: ReportFacts): string {
  const cells = [
    [`${number.format(playing)} of ${number.format(screens)}`, 'screens played'],
    [number.format(plays), plays === 1 ? 'play' : 'plays'],
    [hoursText(seconds), 'on screen'],
    [number.format(alerts), alerts === 1 ? 'alert' : 'alerts'],
  ].map(
    ([value, name]) =>
      `<td style="padding:0 8px 0 0;vertical-align:top"><div style="font-size:20px;font-weight:600">${value}</div><div style="${QUIET};font-size:13px">${name}</div></td>`,
  )
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr>${cells.join('')}</tr></table>`
}

/** A bar per day, with its number for screen readers. */
function chart(days: ReportFacts['days']): string {
  const most = Math.max(1, ...days.map(({ plays }) => plays))
  const every = days.length > 7 ? 7 : 1
  const name = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    ...(every > 1 ? { month: 'short', day: 'numeric' } : { weekday: 'short' }),
  })
  const cells = days.map(({ day, plays }) => {
    const height = plays === 0 ? 1 : Math.max(2, Math.round((plays / most) * BAR_HEIGHT))
    const words = `${name.format(Date.parse(day))}: ${number.format(plays)}`
    return `<td title="${words}" style="vertical-align:bottom;padding:0 1px"><div role="img" aria-label="${words}" style="height:${height}px;background:${ACCENT};border-radius:2px 2px 0 0"></div></td>`
  })
  const labels = days.map(({ day }, index) =>
    index % every === 0
      ? `<td colspan="${Math.min(every, days.length - index)}" style="${QUIET};font-size:12px;padding:4px 1px 0">${name.format(Date.parse(day))}</td>`
      : '',
  )
  return `<h2 style="font-size:16px;margin:28px 0 8px">Plays per day</h2><table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="table-layout:fixed"><tr style="height:${BAR_HEIGHT}px">${cells.join('')}</tr><tr>${labels.join('')}</tr></table>`
}

const section = (title: string, rows: readonly string[]): string =>
  rows.length === 0
    ? ''
    : `<h2 style="font-size:16px;margin:28px 0 8px">${title}</h2><table role="presentation" width="100%" cellspacing="0" cellpadding="0">${rows.join('')}</table>`

/** `picture` undefined: no row has one. */
const row = (picture: string | undefined, name: string, note: string): string =>
  `<tr>${picture === undefined ? '' : `<td width="84" style="padding:4px 12px 4px 0">${picture}</td>`}<td style="padding:4px 0"><bdi>${escapeHtml(name)}</bdi></td><td align="right" style="padding:4px 0 4px 12px;white-space:nowrap;${QUIET}">${note}</td></tr>`
