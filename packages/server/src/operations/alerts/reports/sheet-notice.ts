// The report about one thing: a short email with the PDF that people send on.
import type { RichMail } from '#base/outbox/queries.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import type { Db } from '#db/schema.ts'
import { escapeHtml } from '#lib/http/escape-html.ts'
import type { StoredRule } from '#operations/alerts/queries.ts'
import type { Notice } from '#operations/alerts/send.ts'
import { sheetOf } from '#screens/plays/sheets/sheet.ts'
import { languageOf, periodText, sheetPdf } from '#screens/plays/sheets/sheet-pdf.ts'
import { durationText, SHEET_TEXTS, sheetLanguage } from '#screens/plays/sheets/sheet-texts.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import type { Period } from './period.ts'

interface Dependencies {
  playStore: PlayStore
  blobs: BlobStore
}

type About = NonNullable<NonNullable<StoredRule['report']>['about']>

/** `reader` is bound to the organization; `address` is the console's. */
export async function sheetNotice(
  { playStore, blobs }: Dependencies,
  reader: Db,
  { id, organizationId }: Pick<StoredRule, 'id' | 'organizationId'>,
  { about, timezone, period, address }: { about: About; timezone: string; period: Period; address: string },
): Promise<Notice> {
  const { customer, ...subject } = about
  const request = { ...subject, customer, timezone, first: period.firstDay, last: period.lastDay }
  const sheet = await sheetOf({ playStore }, reader, organizationId, request)
  const language = await languageOf(reader, organizationId)
  const texts = SHEET_TEXTS[sheetLanguage(language)]
  const owner = { organizationId, userId: `report ${id}` }
  const pdf = await sheetPdf({ blobs }, reader, owner, { sheet, subject, language })
  const number = new Intl.NumberFormat(language)
  const title = `${sheet.name || texts.everything}, ${periodText(language, sheet)}`
  const lines = [
    sheet.organization,
    ...(customer ? [`${texts.customer}: ${customer}`] : []),
    `${texts.plays}: ${number.format(sheet.plays)}`,
    `${texts.duration}: ${durationText(sheet.seconds)}`,
    `${texts.screens}: ${number.format(sheet.screensCount)}`,
  ]
  const { from, to } = period
  return {
    kind: 'report',
    title,
    text: [title, lines.join('\n'), texts.attached, `${texts.stop} ${address}/settings?tab=alerts`].join(
      '\n\n',
    ),
    address,
    facts: { period: { from, to }, plays: sheet.plays, seconds: sheet.seconds, screens: sheet.screensCount },
    rich: mailOf(title, { lines, pdf, isRtl: sheetLanguage(language) === 'ar', texts }),
  }
}

interface Parts {
  lines: readonly string[]
  pdf: Uint8Array
  isRtl: boolean
  texts: (typeof SHEET_TEXTS)['en']
}

function mailOf(title: string, { lines, pdf, isRtl, texts }: Parts): RichMail {
  const html = `<!doctype html><html dir="${isRtl ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 12px;font-family:system-ui,sans-serif;font-size:15px;line-height:1.5">
<div style="max-width:600px;margin:0 auto"><h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(title)}</h1>
${lines.map((line) => `<p style="margin:0" dir="auto">${escapeHtml(line)}</p>`).join('')}
<p style="margin:16px 0 0">${texts.attached}</p>
<p style="margin:24px 0 0;font-size:13px;opacity:0.7">${texts.stop} ${texts.stopWhere}</p></div></body></html>`
  const base64 = Buffer.from(pdf).toString('base64')
  return { html, files: [{ name: 'report.pdf', mimetype: 'application/pdf', base64 }] }
}
