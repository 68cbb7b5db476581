/**
 * A web package: a zip with an `index.html`. It may bring `schema.json` (a form, as of `fields/field.ts`), `model.json`
 * (the form's values) and `widgets.json` (the form's parts). Its page reads `model.json` beside itself, wherever it is
 * shown. For authors: docs/packages.md.
 */
export const INDEX_FILE = 'index.html'
export const SCHEMA_FILE = 'schema.json'
export const MODEL_FILE = 'model.json'
export const WIDGETS_FILE = 'widgets.json'
/** Bytes of each of a package's three json files, and of a saved model. */
export const PACKAGE_JSON_MAX = 262_144
/** Folder of the images and videos chosen in a package's form: `_media/<id>.<ending>`. */
export const MEDIA_FOLDER = '_media/'
/** Normalizes a path for lookup: case and the encoding of accents don't matter. */
export const packageKey = (path: string): string => path.normalize('NFC').toLowerCase().normalize('NFC')

/** Query parameters of a package's page. */
export interface PackageSurroundings {
  /** The screen's locale, as a language tag of `Intl`. */
  locale: string
  /** The screen's time zone, an IANA name; absent in previews. */
  timeZone?: string
  /** Identifies the values of the screen that its texts show; absent without any. */
  values?: string
}

/** URL of a package's page with its surroundings: a change reloads the page. */
export function packageAddress(address: string, { locale, timeZone, values }: PackageSurroundings): string {
  const zone = timeZone === undefined ? '' : `&timeZone=${encodeURIComponent(timeZone)}`
  const shown = values === undefined ? '' : `&values=${encodeURIComponent(values)}`
  return `${address}${address.includes('?') ? '&' : '?'}locale=${encodeURIComponent(locale)}${zone}${shown}`
}

/** `media.mimetype` of a package. */
export const PACKAGE_TYPE = 'application/zip'

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    htm: 'text/html; charset=utf-8',
    xhtml: 'application/xhtml+xml; charset=utf-8',
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    mjs: 'text/javascript; charset=utf-8',
    json: 'application/json; charset=utf-8',
    webmanifest: 'application/manifest+json; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    vtt: 'text/vtt; charset=utf-8',
    svg: 'image/svg+xml; charset=utf-8',
    wasm: 'application/wasm',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    apng: 'image/apng',
    jfif: 'image/jpeg',
    ico: 'image/x-icon',
    bmp: 'image/bmp',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    webm: 'video/webm',
    mkv: 'video/x-matroska',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    ogv: 'video/ogg',
    wav: 'audio/wav',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
  }),
)

/** Media type to serve a package's file with, from its extension and this list alone. Others are plain bytes. */
export function packageType(path: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return TYPES.get(ending) ?? 'application/octet-stream'
}

/** The file extension in `MEDIA_FOLDER` for which `packageType` returns the media item's type. */
function endingOf(mimetype: string): string | undefined {
  return [...TYPES].find(([, type]) => type.split(';')[0] === mimetype)?.[0]
}

/** Path of a media item in a package's model; `undefined` for media that are neither images nor videos. */
export function modelMediumPath(id: string, { mimetype }: { mimetype: string }): string | undefined {
  const ending = /^(image|video)\//.test(mimetype) ? endingOf(mimetype) : undefined
  return ending && `${MEDIA_FOLDER}${packageKey(id)}.${ending}`
}

/** In the content origin's worker: the server replaces it with its `frame-ancestors` for the host that was called. */
export const FRAMED_BY = '{frame-ancestors}'

/** What a frame of a package tells its parent if the package led it to a file that doesn't exist. */
export const MISSING_PAGE = 'vitrine-missing-page'

/** The page that such a frame gets. It has its own script, because frames of other origins can't be inspected. */
export const MISSING_PAGE_HTML = `<!doctype html><script>parent.postMessage('${MISSING_PAGE}','*')</script>`
