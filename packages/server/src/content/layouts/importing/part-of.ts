// What each kind of widget becomes.
import type { ImportNote } from '@vitrine/contract/api/content/layout-imports'
import type { Fit } from '@vitrine/contract/fields/kinds/media-zone'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import type { Values } from '@vitrine/contract/fields/values'
import { URL_PATTERN } from '@vitrine/contract/rules'
import { isWebAddress, readWebAddress } from '@vitrine/contract/sites/web-address'
import type { WidgetType } from '@vitrine/widgets/definitions'
import type { ForeignWidget } from '#content/uploads/layouts/api.ts'
import { plainText } from '#lib/text/plain-text.ts'
import { lookOf, type TextLook } from './style-of.ts'

/** What a widget becomes: something that a media zone shows, or a widget. */
export type Part =
  | { shows: Shown; fit?: Fit; isLoud?: boolean }
  | { widget: WidgetType; settings: Values; sheet?: number }

export type Shown = { file: number } | { address: string; zoom: number }

type Note = (why: ImportNote['why'], detail?: string) => void
type Reader = (widget: ForeignWidget, note: Note) => Part | undefined

/** The part of a widget; undefined if there is none, which is noted. */
export function partOf(widget: ForeignWidget, note: Note): Part | undefined {
  if (widget.hasActions) note('actions')
  if (widget.sounds.length > 0) note('audio')
  const reader = Object.hasOwn(READERS, widget.kind) ? READERS[widget.kind] : undefined
  if (reader) return reader(widget, note)
  note('unknown-kind')
  return undefined
}

const left =
  (why: ImportNote['why']): Reader =>
  (_, note) => {
    note(why)
    return undefined
  }

const FITS: Readonly<Record<string, Fit>> = { stretch: 'stretch', fit: 'cover' }

const media: Reader = ({ files: [file], options }, note) => {
  if (file === undefined) {
    note('missing-file')
    return undefined
  }
  const fit = FITS[options.scaleType ?? options.scaleTypeId ?? ''] ?? 'contain'
  return { shows: { file }, fit, isLoud: options.mute === '0' }
}

const webPage: Reader = ({ kind, options }, note) => {
  const sent = addressOf(options)
  const read = readWebAddress(sent)
  if (!isWebAddress(read) || sent.includes('{')) {
    note('no-address', sent)
    return undefined
  }
  const isPlaced = options.modeid === '2' || options.modeId === '2'
  if (isPlaced) note('page-area', read.address)
  const scaling = Math.round(Number(options.scaling))
  const zoom = kind === 'webpage' && scaling >= 25 && scaling <= 400 ? scaling : 100
  return { shows: { address: read.address, zoom } }
}

/** Addresses are stored encoded. */
function addressOf({ uri = '' }: ForeignWidget['options']): string {
  if (!/%3a/i.test(uri)) return uri
  try {
    return decodeURIComponent(uri.replaceAll('+', ' '))
  } catch {
    return uri
  }
}

const fontOf = ({ size, isBold, isItalic, alignment }: TextLook) => ({
  ...{ isBold, isItalic, alignment, font: 'Arial', size },
})

const text: Reader = ({ options }, note) => {
  const markup = options.text ?? ''
  const look = lookOf(markup)
  const words = plainText(markup, TEXT_MAX, { lines: true }).replaceAll('{', '(').replaceAll('}', ')')
  if (words === '') {
    note('empty')
    return undefined
  }
  const isTicker = /^marquee/.test(options.effect ?? '')
  if (look.isMixed || options.backgroundColor || words.length >= TEXT_MAX) note('text', words.slice(0, 60))
  if (isTicker) return { widget: 'ticker', settings: tickerOf(words, look) }
  return {
    widget: 'text',
    settings: { text: words, fontSettings: fontOf(look), ...(look.color && { color: look.color }) },
  }
}

function tickerOf(words: string, { size, isBold, isItalic, color }: TextLook): Values {
  const [first = '', second = '', ...rest] = words.split('\n').filter(Boolean)
  const sentence = (sent: string) => ({ text: sent, isBold, isItalic, size })
  return {
    tickerSentence1: sentence(first),
    tickerSentence2: sentence(second),
    tickerSentence3: sentence(rest.join(' ').slice(0, TEXT_MAX)),
    ...(color && { tickerColor: color }),
    tickerBgColor: 'transparent',
  }
}

const feed: Reader = ({ options }, note) => {
  const address = addressOf(options)
  if (!URL_PATTERN.test(address) || address.length > 2000) {
    note('no-address', address)
    return undefined
  }
  note('feed', address)
  return { widget: 'rss', settings: { rssURL: address } }
}

const clock: Reader = ({ kind, options }, note) => {
  const format = plainText(options.format ?? '', 100)
  const isDigital = kind === 'clock-digital' || options.clockTypeId === '2'
  if (!isDigital || (format !== '' && !hasTime(format))) note('clock')
  note('time-zone')
  return { widget: 'date-time', settings: clockSettings(format, lookOf(options.format ?? '').color) }
}

/** Clocks always show the time. */
export const hasTime = (format: string): boolean => /[hH]|LT|LLL/.test(format)

/** `format`: as Moment writes it, such as `HH:mm`. */
export const clockSettings = (format: string, color: string | undefined): Values => ({
  hours: /h(?!h?\])/.test(format) && !/H/.test(format) ? '12' : '24',
  seconds: /s|LTS/.test(format),
  dateForm: /[DMY]|L(?!T)|l(?!t)/.test(format) ? 'long' : 'none',
  ...(color && { timeColor: color }),
})

const sheet: Reader = ({ options }, note) => {
  const id = Number(options.dataSetId)
  if (!Number.isSafeInteger(id)) {
    note('no-rows')
    return undefined
  }
  note('table')
  const size = Math.round(Number(options.fontSize))
  const look = { ...lookOf(''), ...(size >= 1 && size <= 1000 && { size }) }
  return { widget: 'text', settings: { fontSettings: fontOf(look) }, sheet: id }
}

/** By what Xibo calls them, in all versions. */
const READERS: Readonly<Record<string, Reader>> = {
  image: media,
  video: media,
  webpage: webPage,
  hls: webPage,
  localvideo: left('no-address'),
  text,
  ticker: feed,
  'rss-ticker': feed,
  clock,
  'clock-analogue': clock,
  'clock-digital': clock,
  'clock-flip': clock,
  dataset: sheet,
  datasetview: sheet,
  datasetticker: sheet,
  audio: left('audio'),
  // A file in the library says itself why no zone shows it.
  pdf: media,
  powerpoint: media,
  htmlpackage: media,
  embedded: left('script'),
  shellcommand: left('script'),
  forecastio: left('choose-city'),
  weather: left('choose-city'),
  'subplaylist-missing': left('playlist'),
  subplaylist: left('playlist-rules'),
}
