import type { Schema } from './schema.ts'

const BYTES = 'Bytes'
const COUNT = 'A count'
export const INSTANT = 'Milliseconds since 1970, UTC'
const MILLIMETERS = 'Millimeters'
const MILLISECONDS = 'Milliseconds'
const PERCENT = 'Percent'
const PIXELS = 'Pixels'
const SECONDS = 'Seconds'
const CELSIUS = 'Degrees Celsius'
const DEGREES = 'Degrees'
const MEGABYTES = 'Megabytes of 1,000,000 bytes'
const LOCAL_TIME = 'Local time of the time zone beside it, hh:mm AM/PM'

/**
 * Units and meanings of the API's numbers and times, by field name. `parent.field` takes precedence, where the parent is
 * the enclosing field, `query`, `body`, or `response`.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  ...each(
    BYTES,
    'addedBytes bytes disk.free disk.total disks.free disks.total got memory.free memory.total offset room size',
    'storage.exports storage.used',
  ),
  ...each(MEGABYTES, 'limitMb ownMb storageMb'),
  ...each(
    INSTANT,
    'activateAt asr at body.from changedAt checkedAt device dhuhr endsAt expiresAt failingSince fajr fetchedAt from group isha',
    'lastAt maghrib modifiedAt nextAt pictureAt publishedAt seenAt sunrise',
    'serverTime since startedAt stoppedAt takenAt to until',
  ),
  ...each(MILLISECONDS, 'clockError ms options.timeout p50 p95 source.again'),
  ...each(SECONDS, 'duration holdSeconds idleSeconds pictureSeconds response.again seconds uptime'),
  ...each(PIXELS, 'height width'),
  ...each(MILLIMETERS, 'gapX gapY panelHeight panelWidth'),
  ...each(PERCENT, 'humidity percent volume zoom'),
  ...each(CELSIUS, 'high low temperature'),
  ...each(
    COUNT,
    'accepted answers asked attempts canaries columns confirmed correctable count devicesCount ended failedCount failures files found',
    'healthy held leftOut media missing moments offline online open parts plays problems profile.passkeys recoveryCodesLeft refused replyCount saved result returned rows screens screensCount sent right differs unknown left',
    'report.cards report.elements report.others report.pictures report.regions report.sources report.videos report.webPages report.widgets',
    'people shown states tables times total unseen unsure usedDevices uses usersCount variants waiting',
  ),
  ...each(
    LOCAL_TIME,
    'off on hours.from hours.to slots.from slots.to times.from times.to quiet.from quiet.to',
  ),
  ...each(LOCAL_TIME, 'updates.from updates.to downloadHours.from downloadHours.to'),
  'shows.from': 'Local time of the group, in milliseconds as if it were UTC',
  'shows.to': 'Local time of the group, in milliseconds as if it were UTC; exclusive',
  'ending.to': 'Local time of the group, in milliseconds as if it were UTC',
  'entries.number': 'Number of the entry in its log, from 1',
  'entries.more': 'A count',
  'query.before': 'Number of an entry: older ones are listed',
  'response.next': 'Number of the last listed entry, for `before`',
  'cells.row': 'Position of the row, from 0',
  'cells.column': 'Position of the column, from 0',
  'pubKeyCredParams.alg': 'Number of the algorithm in the registry of COSE',
  'impact.changes': COUNT,
  'impact.buildings': COUNT,
  'rule.types': 'Values of the lookup list of device types',
  'rule.sizes': 'Values of the lookup list of screen sizes',
  'rule.seenDays': 'Days within which the screen reported',
  'rule.rank': 'Of rules that match one screen, the lowest decides',
  'filling.matches': 'Screens on which the rule holds',
  'filling.joins': 'Screens that the save moves into the group',
  'filling.leaves': 'Screens that the save moves out of the group',
  'filling.members': 'Screens that are in the group by its rule, after the save',
  'filling.hand': 'Screens of the group that people put there',
  'filling.waits': 'Screens that stay where they are, because they would have nothing to show',
  'filling.pinned': 'Screens that match and that people keep elsewhere',
  'filling.other': 'Screens that match and that a rule of a lower rank has',
  'rules.index': 'Position of the page or time slot, from 0',
  approvedVersion: 'Version of the storyboard that was approved',
  average: 'Stars, 1 to 5',
  days: 'Days',
  'place.height': 'Percent of the height of the screen',
  'place.width': 'Percent of the width of the screen',
  'place.top': 'Percent of the height of the screen',
  'place.right': 'Percent of the width of the screen',
  'place.bottom': 'Percent of the height of the screen',
  'place.left': 'Percent of the width of the screen',
  'slots.days': 'Day of the week: 0 is Sunday',
  'sky.latitude': 'Degrees',
  'sky.longitude': 'Degrees',
  'sky.method': 'Number of a calculation method of prayer times',
  hijriShift: 'Days',
  'fromSky.minutes': 'Minutes; negative: before',
  'toSky.minutes': 'Minutes; negative: before',
  'hijri.from': 'Hijri month and day: `09-01` is 1 Ramadan',
  'hijri.to': 'Hijri month and day, inclusive',
  'updates.days': 'Days after which screens update without approval',
  'conversion.done': 'Pages, or percent of a video',
  'conversion.total': 'Pages, or 100 for a video',
  'conversions.done': 'Pages, or percent of a video',
  'conversions.total': 'Pages, or 100 for a video',
  'archive.done': 'Files',
  'archive.total': 'Files',
  'archives.done': 'Files',
  'archives.total': 'Files',
  'rows.line': 'Number of the row in the file, from 1',
  'restoring.done': 'Files',
  'restoring.total': 'Files',
  'document.height': 'Pixels of the page',
  'document.width': 'Pixels of the page',
  'misfits.empty': 'Hundredths of the screen',
  'misfits.letters': 'Pixels of the screen',
  downloadMbit: 'Megabits per second; null for no limit',
  every: 'Minutes between two fetches',
  facing: 'Degrees clockwise from the top of the plan',
  hours: 'Hours since 1970, UTC, followed by counts; seconds last in reports of plays',
  keep: 'Nightly backups kept',
  latitude: `${DEGREES} north`,
  longitude: `${DEGREES} east`,
  method: 'Number of the calculation method, 0 to 14',
  minutes: 'Minutes',
  orientation: `${DEGREES}, clockwise`,
  page: 'Number of the page, from 1',
  pageSize: 'Rows per page',
  pages: 'Number of a page, from 1, or a count of pages',
  playDays: 'Days that plays are kept',
  refreshSeconds: 'Seconds between two reloads; 0 for never',
  screenSize: 'A value of the lookup list of screen sizes',
  type: 'A value of the lookup list of device types',
  value: 'Stars, or the value of an entry',
  'comment.x': 'Fraction of the width of the page',
  'comment.y': 'Fraction of the height of the page',
  'comments.x': 'Fraction of the width of the page',
  'comments.y': 'Fraction of the height of the page',
  'body.x': 'Fraction of the width of the page',
  'body.y': 'Fraction of the height of the page',
  'widget.x': 'Fraction of the width of the widget',
  'widget.y': 'Fraction of the height of the widget',
  'slot.entries': 'Most entries that a place may have; absent for any number',
  'slot.each': 'Most seconds of an entry; absent for any',
  'slot.seconds': 'Most seconds of all entries; absent for any',
  'content.playing': 'Entries that play; null before any was approved',
  weight: 'How often it plays in a round',
  perHour: 'How often it begins in a clock hour at most',
  perRound: 'Pages of the storyboard that play per round',
  'entries.item': 'Index among the items of the storyboard, from 0',
  'entries.list': 'Index among the lists of the order, from 0',
  'plays.start': 'Milliseconds since 1970',
  'plays.end': 'Milliseconds since 1970; null: until someone touches the screen, or something is saved',
  'limit.most': 'How often it begins in this hour at most',
  'limit.nth': 'Which of its plays of this hour, from 1',
  'limit.until': 'Milliseconds since 1970',
  'inner.nth': 'Which of its plays of this round, from 1',
  'inner.of': 'Plays of it in this round',
  weights: 'Lightest and boldest weight, 1 to 1000: 400 is regular, 700 bold',
  version: 'Counts saves; a save with an older number is refused with CONFLICT',
  wifi: 'Signal in dBm',
  wind: 'Kilometers per hour',
  'place.x': 'Thousandths of the width of the plan',
  'place.y': 'Thousandths of the height of the plan',
  zIndex: 'Order of overlapping widgets; higher ones cover lower ones',
  timezone: 'IANA time zone, such as Europe/Berlin',
}

function each(meaning: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, meaning]))
}

export const isNumeric = ({ type }: Schema): boolean =>
  [type].flat().some((each) => each === 'number' || each === 'integer')

const isText = ({ type }: Schema): boolean => [type].flat().includes('string')

/** What a field means, if the schema doesn't say. Of texts, only times and zones have one. */
export function meaningOf(schema: Schema, name: string, parent: string): string | undefined {
  if (schema.description !== undefined) return undefined
  const meaning = MEANINGS[`${parent}.${name}`] ?? MEANINGS[name]
  if (isNumeric(schema)) return meaning === LOCAL_TIME ? MEANINGS[name] : meaning
  const isForText = meaning === LOCAL_TIME || name === 'timezone'
  return isForText && isText(schema) ? meaning : undefined
}
