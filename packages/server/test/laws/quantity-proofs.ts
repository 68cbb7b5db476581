const HERE = 'server/test/laws/quantity-laws.test.ts'

/** By the row of docs/limits.md: the tests that try its numbers, as `file: part of the title`. */
export const PROOFS: Record<string, readonly string[]> = {
  'JSON body': ['server/test/laws/body-laws.test.ts: 413 above its limit'],
  'JSON body with a page': ['server/test/laws/body-laws.test.ts: a body at the limit of its route is read'],
  'Values in JSON': [
    'server/src/lib/http/plain-json.test.ts: more values than any document',
    'server/src/lib/http/plain-json.test.ts: more keys in one object',
  ],
  'Nesting of JSON': ['server/src/lib/http/plain-json.test.ts: more than 100 levels'],
  'Time for a JSON body to arrive': ['server/src/lib/http/bodies.test.ts: refused after 10 s and 1 s'],
  'Time for an upload to arrive': ['server/src/lib/http/bodies.test.ts: disconnected after a minute'],
  'Unfinished JSON bodies': [
    'server/test/laws/body-laws.test.ts: bodies of one address are bounded in number',
    'server/src/lib/http/bodies.test.ts: with too many bodies in all',
  ],
  'Unfinished uploads': ['server/src/lib/http/bodies.test.ts: bounded by address, organization, person'],
  'Document of a card, layout, or template': [`${HERE}: may have 512 kB`],
  'Cards, layouts, and templates together': ['server/src/base/storage/limits.test.ts: limited number of'],
  'Tags of one item, and of an organization': [`${HERE}: tags of an item`, `${HERE}: tags of an organ`],
  'Buildings, floors, folders, groups, device configurations, and styles': [
    `${HERE}: rows of an organization`,
  ],
  'Comments on a page, replies to one, and those of an organization': [
    'server/src/content/comments/comments.test.ts: comments on a page, and',
    `${HERE}: rows of an organization`,
  ],
  'Web pages and live videos': [`${HERE}: rows of an organization`],
  'Responses kept for `Idempotency-Key`': ['server/src/app/mount/repeats.test.ts: take limited space'],
  'Total storage': [`${HERE}: total storage`],
  'Versions of a storyboard or schedule': ['server/src/base/versions/versions.test.ts: are kept up to'],
  'Pages, earlier versions of pages, storyboards, and schedules, and thumbnails, if there is no such limit': [
    'server/src/base/storage/limits.test.ts: pages, versions and thumbnails have a limit',
  ],
  'Files that are arriving or being unpacked': [
    'server/src/base/storage/limits.test.ts: refused while they arrive',
    'server/src/base/storage/limits.test.ts: refused while it unpacks',
  ],
  'Archive of an organization': [
    'server/src/operations/moving/moving.test.ts: a table that unpacks to gigabytes',
    'server/src/operations/moving/moving.test.ts: a table that unpacks to more than it says',
  ],
  'Exports of an organization, each kept for a week': [
    'server/src/operations/moving/exports.test.ts: a limited number of exports',
  ],
  'Imports of archives that wait': ['server/src/operations/moving/moving.test.ts: a few imports'],
  'CSV file of screens, people, or buildings': ['server/src/base/sheet.test.ts: is refused in a sentence'],
  'Unfinished resumable uploads': [`${HERE}: unfinished resumable uploads`],
  Storyboards: [`${HERE}: 5000 storyboards`, `${HERE}: pages of all storyboards`],
  'Captions of a video': [
    'server/src/content/media/captions/captions.test.ts: a file beyond the limit',
    'server/src/content/media/captions/captions.test.ts: accept as many bytes, captions, lines, and characters',
  ],
  'Thumbnails that no page uses yet': [`${HERE}: thumbnails that no page uses`],
  'Fields of screens per organization': ['server/src/screens/values/values.test.ts: an organization: 50'],
  'Length of a value, and values changed at a time': ['server/src/screens/values/values.test.ts: 500 char'],
  'Sources per organization': [`${HERE}: data sources of an organization`],
  'Size of a source': ['server/src/data/sources/reading/table.test.ts: keeps as much as a source may'],
  'Size of a response, and of an uploaded file': [
    'server/src/data/sources/sources.test.ts: reads a response of 5 MB',
    `${HERE}: the file of a data source`,
  ],
  'Previews, saves, and manual fetches': ['server/test/laws/rate-laws.test.ts: refused to a caller who'],
  'Scheduled fetches': [`${HERE}: scheduled fetches`],
  Parsing: ['server/src/data/sources/reading/gtfs/gtfs.test.ts: explains problems of a URL'],
  'Repetitions in a calendar': ['server/src/data/sources/reading/calendar/recurrence.test.ts: was cut'],
  'Concurrent reads for previews, scheduled sources, checks of web pages, and news feeds: 12 of each': [
    'server/src/lib/work/turns.test.ts: refuses excess work of a person or an organization',
  ],
  'A read while others wait': ['server/src/lib/work/turns.test.ts: moves slow pieces aside'],
  'Concurrent calls of users': [
    'server/src/lib/work/admission.test.ts: an organization leaves places for others',
  ],
  'Whole lists of more than 2,000 rows computed at the same time': [
    'server/test/faults/crowd.test.ts: are computed two at a time for an organization',
  ],
  "Responses in memory that clients haven't read": [
    'server/src/lib/http/unsent-responses.test.ts: loses its oldest answer',
  ],
  'Statements of reports and long lists at the same time (SQLite)': [
    'server/src/db/embedded/reader-pool.test.ts: refuse queries when too many wait',
  ],
  'Reads of plays in ClickHouse at the same time': [
    'server/src/screens/plays/store/clickhouse/clickhouse.test.ts: delay neither others nor screens',
  ],
  'Waiting calls': ['server/src/lib/work/admission.test.ts: at most a thousand calls wait, 68 per person'],
  'Connections per address': ['server/test/faults/crowd.test.ts: bounded for one address'],
  'Connections in total': ['server/test/faults/crowd.test.ts: stay below the limit of open files'],
}
