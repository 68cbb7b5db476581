import type { Feed } from '@vitrine/contract/api/data/widget-data'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host, MediaFile, WidgetProps } from '@vitrine/widgets/host'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { FitText } from '#lib/fit-text.tsx'
import { dateFormat, LOCAL_ZONE } from '#lib/intl.ts'
import { LettersContext, useLetters } from '#lib/letters-context.ts'
import { Line, mirrored, startOf } from '#lib/line.tsx'
import { useNow, useSource } from '#lib/live.ts'
import { cssPaint } from '#lib/paint.ts'
import { Placeholder } from '#lib/placeholder.tsx'
import { SampleMark } from '#lib/sample-mark.tsx'

/** The font size at the default widget size; it scales with the box, which is read from further away. */
const FONT_SIZE = 14
const lettersOf = ({ width, height }: { width: number; height: number }) =>
  FONT_SIZE * Math.max(1, Math.min(width / 420, height / 200))
/** In multiples of the font size. */
const LINE = 1.3
/** Two lines of a headline, one of its time, and padding. */
const ROW = 3 * LINE + 0.6
const PAGE_MS = 10_000
const WHEN: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
}

/** As many headlines of a feed as fit, paged by the clock; over a picture if there is one. */
export function Rss({ id, settings, size, host }: WidgetProps<SettingsOf<'rss'>>) {
  const { backgroundColor, color, media, rssURL, fontSettings } = settings
  const source = useMemo(() => host.feed(rssURL), [host, rssURL])
  const feed = useSource(source)
  const picture = media[0] && host.media(media[0].mediaId)
  const ground = { position: 'absolute', left: 0, top: 0, ...size } as const
  // Without a URL there is only the background; designs show sample headlines.
  const empty = !feed || (rssURL === '' && host.mode !== 'design')
  // Don't show people an empty box.
  if (empty && !picture && host.mode === 'play') return null
  return (
    <div style={{ ...ground, background: cssPaint(backgroundColor), overflow: 'hidden' }}>
      {picture && <Picture id={id} file={picture} host={host} size={size} />}
      {picture && !empty && (
        <div style={{ ...ground, background: cssPaint(backgroundColor), opacity: 0.75 }} />
      )}
      {empty ? (
        <Placeholder size={size} host={host} word="feed" />
      ) : (
        <LettersContext.Provider value={fontSettings}>
          <Headlines feed={feed} color={color} size={size} host={host} />
        </LettersContext.Provider>
      )}
      {feed?.sample && !empty && <SampleMark host={host} size={size} />}
    </div>
  )
}

function Picture({
  id,
  file,
  host,
  size,
}: { id: string; file: MediaFile; host: Host } & Pick<WidgetProps<unknown>, 'size'>) {
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    if (!video.current) return
    if (host.motion) video.current.play().catch(() => {})
    else video.current.pause()
  }, [host.motion])
  const props = {
    src: file.url,
    onError: () => host.reportError(id, new Error(`Can't show background: ${file.name ?? file.url}`)),
    style: { position: 'absolute', left: 0, top: 0, ...size, objectFit: 'cover' },
  } as const
  return file.mimetype.startsWith('video/') ? (
    <video ref={video} muted loop playsInline {...props} />
  ) : (
    <img alt="" draggable={false} {...props} />
  )
}

function Headlines({
  feed,
  color,
  size,
  host,
}: { feed: Feed; color: string } & Pick<WidgetProps<unknown>, 'size' | 'host'>) {
  const now = useNow(host, PAGE_MS)
  const list = useRef<HTMLDivElement>(null)
  const { width, height } = size
  const letters = lettersOf(size)
  const line = letters * LINE
  const pad = Math.min(letters * 0.85, width * 0.04, height * 0.06)
  const head = height >= 2 * ROW * letters ? line + pad : 0
  const room = height - head - 2 * pad
  const rows = Math.max(1, Math.min(feed.items.length, Math.floor(room / (ROW * letters))))
  const pages = Math.max(1, Math.ceil(feed.items.length / rows))
  const page = host.motion ? Math.floor(now / PAGE_MS) % pages : 0
  const row = room / rows
  const inner = width - 2 * pad
  const x = mirrored(host.dir, width)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that turns fades in
  useLayoutEffect(() => {
    if (pages > 1 && host.motion) list.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 400 })
  }, [page])

  return (
    <>
      {head > 0 && (
        <Line
          text={feed.title}
          color={color}
          bold
          size={letters}
          align={startOf(host.dir)}
          left={x(pad, inner)}
          top={pad}
          width={inner}
          height={line}
          style={{ opacity: 0.75 }}
        />
      )}
      <div ref={list} style={{ position: 'absolute', left: 0, top: head + pad, width, height: room }}>
        {feed.items.slice(page * rows, page * rows + rows).map((item, index) => (
          <Headline
            // biome-ignore lint/suspicious/noArrayIndexKey: feeds repeat their titles; the place on the page is the item
            key={index}
            item={item}
            color={color}
            host={host}
            letters={letters}
            left={pad}
            top={index * row}
            width={inner}
            height={row}
          />
        ))}
      </div>
    </>
  )
}

interface HeadlineProps {
  item: Feed['items'][number]
  color: string
  host: Host
  letters: number
  left: number
  top: number
  width: number
  height: number
}

/** The time, then the headline; also the item's text if some lines of it fit. */
function Headline({ item, color, host, letters, left, top, width, height }: HeadlineProps) {
  const line = letters * LINE
  const alignment = startOf(host.dir)
  const when = item.at !== undefined && height >= 2.6 * line ? line * 0.85 : 0
  const room = height - when - letters * 0.6
  const withText = item.text !== undefined && room >= 5 * line
  const title = withText ? 2 * line + letters * 0.3 : room
  const own = useLetters()
  const font = { isItalic: false, alignment, font: 'IBM Plex Sans', size: letters } as const
  const box = { left, width, color }
  return (
    <>
      {when > 0 && item.at !== undefined && (
        <Line
          {...box}
          text={dateFormat(host.locale, LOCAL_ZONE, WHEN).format(item.at)}
          align={alignment}
          top={top}
          height={when}
          size={letters * 0.78}
          style={{ opacity: 0.7 }}
        />
      )}
      <FitText
        {...box}
        text={item.title}
        font={{ ...font, isBold: true, ...own }}
        top={top + when}
        height={title}
        vertical={when > 0 ? 'top' : 'middle'}
      />
      {withText && (
        <FitText
          {...box}
          text={item.text}
          font={{ ...font, isBold: false, ...own }}
          top={top + when + title}
          height={room - title}
        />
      )}
    </>
  )
}
