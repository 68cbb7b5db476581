// Placement rules. Add a file to a row only together with the reason why it must be that file.

const BROWSER = /^packages\/(contract|widgets|console|player)\/src\//
const ALL_PACKAGES = /^packages\/[^/]+\/src\//

/** An API restricted to a few files: where the rule applies, its pattern, and the allowed files. */
const ONLY_IN = [
  {
    what: 'the current time: take it from the injected clock',
    within: ALL_PACKAGES,
    pattern: /\bDate\.now\(|\bnew Date\(\s*\)/,
    allowed: [/^packages\/[^/]+\/src\/lib\/(time\/)?clock\.ts$/],
  },
  {
    what: 'fetch: calls go through the one file for them',
    within: ALL_PACKAGES,
    pattern: /(?<![\w.])(?:window\.|globalThis\.|self\.)?fetch\(/,
    allowed: [
      /^packages\/console\/src\/lib\/server\/transport\.ts$/,
      /^packages\/client\/src\/send\.ts$/,
      /^packages\/server\/src\/lib\/http\/egress\/egress\.ts$/,
      /^packages\/player\/src\/lib\/[^/]+\.ts$/,
      /^packages\/player\/src\/(service-worker|machine\/call-helper|moving\/meet|app-update\/repair|content-origin\/(worker|keeper|forget))\.ts$/,
    ],
  },
  {
    what: 'a connection to elsewhere: it goes through the one way out',
    within: /^packages\/server\/src\//,
    pattern:
      /import (?!type\b)(?!\{ (?:BlockList, )?isIP\w* \}|\{ Server(?:, type Socket)? \})[^\n]* from '(?:undici|node:(?:https?|http2|net|tls|dgram))'/,
    // The health check calls only this machine, kept shapes are never sent, a chain only reads authorities, and a Server
    // only listens.
    allowed: [
      /^packages\/server\/src\/(lib\/http\/(egress\/(egress|forward-proxy|proxy|public-lookup|syslog)|certificate-chain)|health-check)\.ts$/,
    ],
  },
  {
    what: 'another program: the server runs the same on Windows and in a container without a shell; fork() runs our files',
    within: /^packages\/server\/src\//,
    pattern:
      /\b(?:spawn|exec|execFile)(?:Sync)?\b[^\n]*from 'node:child_process'|import \* as \w+ from 'node:child_process'/,
    // Programs that are only used if they are installed.
    allowed: [/^packages\/server\/src\/lib\/work\/(browser|run-tool|tools)\.ts$/],
  },
  {
    what: 'the database of all organizations: a handler takes `db` of its context, which is bound to one',
    within: /^packages\/server\/src\/(?:base|accounts|data|content|screens|places|operations)\//,
    pattern: /\bdatabase\b(?!\.ts)/,
    allowed: [
      // Background work of the whole installation, outside any call.
      /\/(backups\/[\w.-]+|jobs\/runner|decks\/convert-deck|media\/(conversions\/run|copies\/make-copy|photos\/photographer)|moving\/[\w-]+|outbox\/sender|player-updates\/check|plays\/store\/([\w-]+\/)?[\w-]+|reports\/[\w-]+|sources\/refresher|storage\/[\w-]+|system\/[\w-]+|watch\/watchers|widget-data\/store-failing)\.ts$/,
      // Data of a person instead of an organization, and requests of a screen to others, bound where they are used.
      /\/(media\/resumable|neighbors\/(between-servers|routes)|packages\/send-file|player\/(actions|routes|take-lost-file))\.ts$/,
    ],
  },
  {
    what: 'words for dates and numbers, and the order of names, follow the language of the console: see lib/text/format.ts',
    within: /^packages\/console\/src\//,
    pattern: /\bIntl\b|\.toLocale(?:Date|Time)?String\b|\.localeCompare\b/,
    // Separate modules, so that screens can load them; `time-zone` reads the browser's.
    allowed: [
      /^packages\/console\/src\/lib\/text\/(?:format|ago|change-text|compare-names|country-names|plural-forms|region|screen-language|time-zone)\.ts$/,
      // Names each language in itself.
      /^packages\/console\/src\/operations\/settings\/languages\.ts$/,
    ],
  },
  {
    what: 'a time made by hand: what people read follows their region, see lib/text/format.ts',
    within: /^packages\/console\/src\//,
    pattern: /\btimeOfMinutes\b|\.padStart\(2\b|\? 'AM'|\? 'PM'/,
    allowed: [
      /^packages\/console\/src\/lib\/text\/format\.ts$/,
      // Stored times `hh:mm AM/PM`.
      /\/(?:fields\/time-field\.tsx|week\/slot-change\.ts|device-groups\/slot-list\.tsx|play-on\/play-plan\.ts)$/,
      // Dates as specified, `YYYY-MM-DD`, and stored times.
      /\/(?:fields\/date-field\.tsx|fields\/show-dates-form\.tsx|text\/local-day\.ts)$/,
      // Durations, `m:ss`.
      /\/(?:fields\/seconds|media\/media-facts|plays\/report-sums)\.ts$/,
      /^packages\/console\/src\/lib\/browser\/new-id\.ts$/,
    ],
  },
  {
    what: 'markup or code made from text',
    within: ALL_PACKAGES,
    pattern:
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|(?<![\w.])eval\(|new Function\(|set(?:Timeout|Interval)\(\s*['"`]/,
    allowed: [],
  },
  {
    what: 'Node 20 has no globSync, and these files run before Node 24 is installed',
    within: /^scripts\/(?:(?:dev|pictures|start|test|vitrine)\.mjs$|setup\/(?!.*\.test\.mjs$))/,
    pattern: /\bglobSync\b/,
    allowed: [],
  },
  // Unavailable on plain http: one file each, with a fallback.
  {
    what: 'crypto.subtle is missing on plain http',
    within: BROWSER,
    pattern: /\bcrypto\s*\??\.\s*subtle\b/,
    allowed: [/^packages\/player\/src\/(lib\/seal|app-update\/stored-files)\.ts$/],
  },
  {
    what: 'crypto.randomUUID is missing on plain http',
    within: BROWSER,
    pattern: /\brandomUUID\b/,
    allowed: [/^packages\/(console|player)\/src\/lib\/(browser\/)?new-id\.ts$/],
  },
  {
    what: 'navigator.locks is missing on plain http',
    within: BROWSER,
    pattern: /\bnavigator\s*\??\.\s*locks\b/,
    allowed: [/^packages\/(console|player)\/src\/lib\/(server\/)?lock\.ts$/],
  },
  {
    what: 'navigator.clipboard is missing on plain http',
    within: BROWSER,
    pattern: /\bnavigator\s*\??\.\s*clipboard\b/,
    allowed: [/^packages\/console\/src\/lib\/browser\/clipboard\.ts$/],
  },
  {
    what: 'navigator.serviceWorker is missing on plain http',
    within: BROWSER,
    pattern: /\bnavigator\s*\??\.\s*serviceWorker\b/,
    allowed: [
      /^packages\/console\/src\/app\/startup\.ts$/,
      /^packages\/player\/src\/(downlink\/stores\/choose-store|app-update\/(keep-up-to-date|repair|supervisor))\.ts$/,
      // Deletes each kind of storage separately, because one may be unavailable.
      /^packages\/player\/src\/content-origin\/forget\.ts$/,
    ],
  },
  {
    what: 'Cache Storage is missing on plain http',
    within: BROWSER,
    pattern: /(?<![\w.])(?:window\.|globalThis\.|self\.)?caches\s*\??\.\s*(?:open|match|keys|delete|has)\b/,
    allowed: [
      /^packages\/console\/src\/app\/startup\.ts$/,
      /^packages\/player\/src\/downlink\/stores\/cache-store\.ts$/,
      /^packages\/player\/src\/(service-worker|app-update\/(repair|stored-files)|content-origin\/(worker|keeper|forget))\.ts$/,
    ],
  },
]

const LINES_AT_MOST = 400
const EMPTY_NAMES = /(^|\/)(utils?|helpers?|common|misc|types|constants)(\/|\.[a-z.]+$)/
const BARREL = /^packages\/(?![^/]+\/src\/index\.ts$)[^/]+\/src\/.*\bindex\.tsx?$/
const MACHINE_PATH = /(?<![\w.$}-])\/(?:home|root|Users|work|workspace|mnt|farm)\/[\w.-]/
const UNFINISHED =
  /\b(?:TODO|FIXME|XXX)\b|@ts-(?:ignore|nocheck)|\b(?:it|test|describe)\.(?:skip|only|todo)\b/

/** Strips comments; keeps strings, so that '//' inside one isn't taken for a comment. */
function withoutComments(text) {
  const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
  return text.replace(token, (found) => (found.startsWith('/') ? ' ' : found))
}

/** Problems in the given source files ({ file, text, isTest }). */
export function checkSources(files) {
  return files.flatMap(({ file, text, isTest }) => {
    const problems = []
    const lines = text.split('\n').length
    if (lines > LINES_AT_MOST) problems.push(`${file}: ${lines} lines, at most ${LINES_AT_MOST}`)
    if (EMPTY_NAMES.test(file)) problems.push(`${file}: the name says nothing about what is inside`)
    if (BARREL.test(file)) problems.push(`${file}: import from the file itself, not through an index`)
    if (isTest) return problems
    const code = withoutComments(text)
    for (const { what, within, pattern, allowed } of ONLY_IN)
      if (within.test(file) && pattern.test(code) && !allowed.some((ok) => ok.test(file)))
        problems.push(`${file}: ${what}`)
    return problems
  })
}

const STYLES = /^packages\/console\/src\/.*\.css$/
const TOKENS = 'packages/console/src/ui/theme/tokens.css'
const SHEET_LINES_AT_MOST = 300
const SPACED =
  /^\s*(?:scroll-)?(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z-]+)?:.*?(?<![\d.])(?!0\.)(?:[3-9]|\d{2,})(?:\.\d+)?px/
const TYPED = /^\s*font(?:-size)?:\s*(?:[a-z0-9]+ )*\d+(?:\.\d+)?px/

/** Problems in style sheets: their length, and spacing and type sizes that aren't tokens from tokens.css. */
export function checkStyles(files) {
  return files.flatMap(({ file, text }) => {
    if (!file.endsWith('.css')) return []
    const lines = text.split('\n')
    const most = SHEET_LINES_AT_MOST
    const long = lines.length - 1 > most ? [`${file}: ${lines.length - 1} lines, at most ${most}`] : []
    if (!STYLES.test(file) || file === TOKENS) return long
    const raw = lines.flatMap((line, index) => {
      // An exact value says why: `padding: 3px 6px; /* exact: … */`
      if (!(SPACED.test(line) || TYPED.test(line)) || line.includes('/* exact: ')) return []
      return [`${file}:${index + 1}: write spacing and type sizes as tokens of ui/theme/tokens.css`]
    })
    return [...long, ...raw]
  })
}

/** Problems in any text file of the project, including documents. */
export function checkTexts(files) {
  return files.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => {
      const at = `${file}:${index + 1}`
      if (MACHINE_PATH.test(line)) return [`${at}: a path of one machine`]
      if (UNFINISHED.test(line)) return [`${at}: unfinished, or a check switched off`]
      return []
    }),
  )
}
