import { z } from 'zod'
import { StoredCondition } from '#api/base/condition.ts'
import { Id } from '#api/base/entity.ts'
import { StoredScreenRule } from '#api/base/screen-rule.ts'
import { StoredHijriDays, StoredSkyPlace, StoredSkyTime } from '#api/base/sky.ts'
import { LocalSlot } from '#api/content/local-slot.ts'
import { Face } from '#api/content/media.ts'
import { LayoutDocument } from '#api/content/page-document.ts'
import { itemOrder, PlaybackMode, StoryboardType, Transition } from '#api/content/storyboards.ts'
import { ShownWebPage } from '#api/content/web-page.ts'
import { SourceTable } from '#api/data/sources.ts'
import { LAYER_KINDS } from '#schedule/layer-areas.ts'

/**
 * What the server sends to a player: a pure function of stored data, in two parts. The group's part is computed and
 * serialized once per change and shared by all its screens; the device's own part is small. Each part travels as the
 * exact text that its hash covers, so a player can verify what it stores. Instants are milliseconds since 1970 UTC.
 */

/**
 * Daily times in `timezone`; outside every slot the default plays. Where slots of different layers overlap, an event
 * wins over a slot with dates, which wins over a weekly one.
 */
export const Slot = z.object({
  /** `hh:mm AM/PM`; from inclusive, to exclusive. */
  from: z.string(),
  to: z.string(),
  /**
   * Times that follow the sun, in schedules with a place; older players use `from` and `to`. Absent: `from` or `to` is the
   * time.
   */
  fromSky: StoredSkyTime.optional(),
  toSky: StoredSkyTime.optional(),
  storyboardId: Id,
  /** Ends on the next day; ignored if `to` is later than `from`. */
  overnight: z.literal(true).optional(),
  /** Weekdays on which it starts, 0 Sunday to 6 Saturday; absent: every day. */
  days: z.array(z.int().min(0).max(6)).optional(),
  /** Days on which it starts, `YYYY-MM-DD`, both inclusive; absent: no limit. */
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  /** Days on which it doesn't start, `YYYY-MM-DD`; absent: none. */
  except: z.array(z.string()).optional(),
  /** Days of every Hijri year on which it starts; absent: no limit. Older players ignore it. */
  hijri: StoredHijriDays.optional(),
  /** The name of the holiday or event; only in the event layer. */
  event: z.string().optional(),
  /** Only on these screens of the group; absent: on all. Older players ignore it. */
  screens: StoredScreenRule,
})
export type Slot = z.infer<typeof Slot>

/** Percent of a side of the screen; see `layerAreas` in `schedule/layer-areas.ts`. */
const LayerPlace = z.object({
  kind: z.enum(LAYER_KINDS),
  /** Of a bar; absent: in the shape of its storyboard. */
  height: z.int().optional(),
  /** Of a corner, which has the shape of its storyboard. */
  width: z.int().optional(),
  /** Of a bar: the page makes room for it; absent: it covers a part of the page. */
  makesRoom: z.literal(true).optional(),
  /** Edges of a frame. */
  top: z.int().optional(),
  right: z.int().optional(),
  bottom: z.int().optional(),
  left: z.int().optional(),
})

/** A storyboard that shows beside or over whatever plays: a ticker, a logo, a frame. Older players ignore it. */
const StoredLayer = z.object({
  name: z.string(),
  place: LayerPlace,
  storyboardId: Id,
  /** When it shows; empty: always. */
  slots: z.array(Slot.omit({ storyboardId: true, screens: true })),
  /** Only on these screens of the group; absent: on all. */
  screens: StoredScreenRule,
})
export type StoredLayer = z.infer<typeof StoredLayer>

/** In the order in which they are drawn. */
export const StoredLayers = z.array(StoredLayer)

/**
 * A device group's schedule as screens follow it. The protocol and the database call it `programme`, the name
 * that stored data and older players know.
 */
export const GroupSchedule = z.object({
  timezone: z.string(),
  /** Where slots that follow the sun are computed; absent: nowhere. */
  sky: StoredSkyPlace.optional(),
  /** Days by which Hijri months begin later than in the Umm al-Qura calendar; absent: 0. */
  hijriShift: z.int().optional(),
  defaultStoryboardId: Id.nullable(),
  slots: z.array(Slot),
  /** Absent: none. */
  layers: StoredLayers.optional(),
  /** When it takes effect. A storyboard switched to manually before that instant ends there. */
  activeFrom: z.number(),
})
export type GroupSchedule = z.infer<typeof GroupSchedule>

/** A page of a storyboard as screens play it. */
export const ManifestItem = z.object({
  pageId: Id,
  duration: z.number(),
  transition: Transition.optional(),
  /** Overrides the storyboard's. */
  idleSeconds: z.int().optional(),
  /** `ShowDates` in `schedule/show-dates.ts`, by the clocks of the schedule's zone. */
  showFrom: z.string().optional(),
  showUntil: z.string().optional(),
  /** `playsOn` in `schedule/screen-rule.ts`; absent: on every screen. Older players ignore it. */
  screens: StoredScreenRule,
  /** `answerOf` in `document/conditions.ts`; absent: always. Older players ignore it. */
  when: StoredCondition,
  /**
   * The rules and conditions of the items that include its storyboard: it plays only where and while those hold, too. Absent:
   * none. Older players ignore it.
   */
  within: z.array(z.object({ screens: StoredScreenRule, when: StoredCondition })).optional(),
})
export type ManifestItem = z.infer<typeof ManifestItem>

export const ManifestStoryboard = z.object({
  id: Id,
  name: z.string(),
  type: StoryboardType,
  mode: PlaybackMode,
  width: z.int(),
  height: z.int(),
  /** Idle seconds after which a screen leaves the page that touches led to; absent: never. */
  idleSeconds: z.int().optional(),
  /** The media item that plays as background audio; absent: none. */
  audioId: Id.optional(),
  /** With those of the storyboards inside it, in their place. */
  items: z.array(ManifestItem),
  /**
   * In which order they play, if not one after another: `PageOrder` in `schedule/page-order.ts`. The first list is the
   * storyboard itself. Older players ignore it, and play all of them one after another.
   */
  order: z
    .object({
      lists: z.array(
        z.object({
          id: Id,
          name: z.string(),
          shuffle: z.literal(true).optional(),
          /** `item`: its index in `items`; `list`: that of a later list. With neither it plays nothing. */
          entries: z.array(z.object({ item: z.int().optional(), list: z.int().optional(), ...itemOrder })),
        }),
      ),
    })
    .optional(),
})
export type ManifestStoryboard = z.infer<typeof ManifestStoryboard>

/** The stored copy of a storyboard that was approved: those inside it play their own approved version. */
export const ApprovedStoryboard = ManifestStoryboard.omit({ id: true, order: true }).extend({
  shuffle: z.literal(true).optional(),
  items: z.array(
    ManifestItem.omit({ within: true }).extend({
      /** Empty if it is a storyboard, or a local slot without a fallback. */
      pageId: z.union([Id, z.literal('')]),
      storyboardId: Id.optional(),
      slot: LocalSlot.optional(),
      ...itemOrder,
    }),
  ),
})
export type ApprovedStoryboard = z.infer<typeof ApprovedStoryboard>

/** A card or layout with its document in the stored form. */
export const ManifestPage = LayoutDocument.extend({ id: Id, name: z.string(), version: z.int() })
export type ManifestPage = z.infer<typeof ManifestPage>

export const ManifestMedia = z.object({
  /** Of the file. For a package, its version (`files`); for a card, ''. */
  sha256: z.string(),
  name: z.string(),
  mimetype: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds, videos only. */
  duration: z.number().nullable(),
  /** Videos only: the SHA-256 of a WebVTT file, and its language as a BCP 47 tag. */
  captions: z.object({ sha256: z.string(), language: z.string() }).optional(),
  /** Fonts only. Older players ignore it. */
  face: Face.optional(),
  /** Packages only: SHA-256 of every file by its path. */
  files: z.record(z.string(), z.string()).optional(),
  /** A web page, which screens open from its own server, unless they show a picture of it. */
  web: ShownWebPage.optional(),
  /** For an item that represents a card: the page to draw. */
  pageId: Id.optional(),
})
export type ManifestMedia = z.infer<typeof ManifestMedia>

/** Bytes, and the stored media type. */
export const ManifestFile = z.object({ size: z.int(), mimetype: z.string() })
export type ManifestFile = z.infer<typeof ManifestFile>

/** Everything that the storyboards of a part need. Files are identified by SHA-256 in hex, sizes are in bytes. */
export const ManifestContent = z.object({
  storyboards: z.record(Id, ManifestStoryboard),
  pages: z.record(Id, ManifestPage),
  media: z.record(Id, ManifestMedia),
  files: z.record(z.string(), ManifestFile),
  /**
   * Keys of the data sources that pages, packages, and conditions reference, also of weather and triggers (`rowsKey`);
   * absent: none. Their rows are sent separately.
   */
  sources: z.array(z.string()).optional(),
  /**
   * What each page leads to, in parts in which something plays on some screens only: a screen then downloads what
   * `neededFiles` finds. Absent: every file.
   */
  links: z
    .record(Id, z.object({ media: z.array(Id).optional(), storyboards: z.array(Id).optional() }))
    .optional(),
})
export type ManifestContent = z.infer<typeof ManifestContent>

export const GroupPart = ManifestContent.extend({
  groupId: Id.nullable(),
  current: GroupSchedule.nullable(),
  /** The pending schedule: screens prefetch its files, and all switch to it at `activateAt`. */
  next: z.object({ activateAt: z.number(), programme: GroupSchedule }).nullable(),
})
export type GroupPart = z.infer<typeof GroupPart>

/**
 * A manual switch. `until` absent: it holds until the schedule's next boundary or the next schedule. Null: until someone
 * ends it. A number: until that instant. The last two ignore the schedule's boundaries.
 */
export const Override = z.object({
  storyboardId: Id,
  since: z.number(),
  until: z.number().nullable().optional(),
})
export type Override = z.infer<typeof Override>

export const PlannedOverride = Override.extend({ needs: z.array(z.string()).optional() })
export type PlannedOverride = z.infer<typeof PlannedOverride>

/** How a screen runs. The picture is turned clockwise by `orientation` degrees; `volume` is in percent. */
export const ScreenConfiguration = z.object({
  orientation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  volume: z.int().min(0).max(100),
  /**
   * Screen hours in `timezone`, `hh:mm AM/PM`: lit daily from `on` to `off`, which may cross midnight; null: always.
   */
  hours: z.object({ on: z.string(), off: z.string(), timezone: z.string() }).nullable(),
  /**
   * Volume overrides at daily times in `timezone`, which may cross midnight; the first match applies. Absent or null:
   * none.
   */
  volumeTimes: z
    .object({
      timezone: z.string(),
      times: z.array(z.object({ from: z.string(), to: z.string(), volume: z.int().min(0).max(100) })),
    })
    .nullable()
    .optional(),
  /**
   * When the player may start a new version: daily from `from` to `to`, which may cross midnight, and at least `days`
   * after it was downloaded. Absent or null: as soon as it is downloaded.
   */
  updates: z
    .object({ from: z.string(), to: z.string(), timezone: z.string(), days: z.int() })
    .nullable()
    .optional(),
  /** Download limit for the group's files in megabits per second; absent or null: unlimited. */
  downloadMbit: z.int().nullable().optional(),
  /** Daily times for downloading those files, which may cross midnight; absent or null: any time. */
  downloadHours: z.object({ from: z.string(), to: z.string(), timezone: z.string() }).nullable().optional(),
  /**
   * Screens fetch the group's large files from each other on the same network if possible; absent: always from the
   * server.
   */
  shareFiles: z.literal(true).optional(),
})
export type ScreenConfiguration = z.infer<typeof ScreenConfiguration>

/** The part of a video wall's picture that one panel shows, in panel widths and heights. */
export const WallPart = z.object({
  /** The size of the picture. */
  across: z.number(),
  down: z.number(),
  /** Position of the panel in the picture. */
  left: z.number(),
  top: z.number(),
})
export type WallPart = z.infer<typeof WallPart>

/** Overrides everything else until `endsAt`. The message shows immediately, the storyboard once its files are downloaded. */
export const TakeoverNotice = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  tone: z.enum(['danger', 'warning', 'info']),
  storyboardId: Id.nullable(),
  startedAt: z.number(),
  endsAt: z.number(),
})
export type TakeoverNotice = z.infer<typeof TakeoverNotice>

export const DevicePart = ManifestContent.extend({
  deviceId: Id,
  name: z.string(),
  organization: z.object({
    id: Id,
    name: z.string(),
    /**
     * What a screen without anything to play shows; absent: the product's own page. `color`: readable on that page. `logo`: the
     * SHA-256 of a picture among the files. `logoOnly`: nothing that plays needs that file, so nothing waits for it. Older players
     * ignore it.
     */
    brand: z
      .object({
        color: z.string().optional(),
        logo: z.string().optional(),
        logoOnly: z.literal(true).optional(),
      })
      .optional(),
  }),
  override: Override.nullable(),
  /**
   * Planned manual switches in the order of their start; absent: none. Their storyboards are part of the content.
   * `needs`: files that only this switch needs. The part plays without them, and skips a switch whose files are
   * missing.
   */
  planned: z.array(PlannedOverride).optional(),
  /** From `screenLocale`; absent: the language of the machine. */
  locale: z.string().optional(),
  /** Absent: the screen's defaults. */
  configuration: ScreenConfiguration.optional(),
  /** Absent: it shows whole pages. */
  wall: WallPart.optional(),
  takeover: TakeoverNotice.optional(),
  /** Earlier takeovers that outlast the current one, newest first; absent if there are none. */
  earlierTakeovers: z.array(TakeoverNotice).optional(),
  /** Sites that the screen may open, in the format of `sites/allowed-sites.ts`; absent: none. */
  sites: z.array(z.string()).optional(),
  /** SHA-256 in hex of `<device id>.<PIN>`: unlocks the protected part of the service corner. Absent: no PIN. */
  pinHash: z.string().optional(),
  /**
   * Its own and inherited values, which texts show by the names of their fields; empty if it has none, absent if its
   * organization has no fields. Older players ignore it.
   */
  values: z
    .array(
      z.object({
        name: z.string(),
        value: z.union([z.string(), z.number()]),
        /** The key of the source whose row it names. */
        rowOf: z.string().optional(),
      }),
    )
    .optional(),
  /** Its own and inherited tags, its floor and building; absent: none. */
  traits: z.object({ tags: z.array(z.string()), places: z.array(z.string()) }).optional(),
})
export type DevicePart = z.infer<typeof DevicePart>

/** `body` is the JSON of the part, `hash` its SHA-256 in hex, `version` grows by one with every change. */
export const ManifestPart = z.object({ version: z.int(), hash: z.string(), body: z.string() })
export type ManifestPart = z.infer<typeof ManifestPart>

export const Manifest = z.object({ group: ManifestPart, device: ManifestPart, serverTime: z.number() })
export type Manifest = z.infer<typeof Manifest>

/**
 * A notice on the player's stream (`event: group` or `event: device`). Up to `NOTICE_BODY_LIMIT` bytes it carries the
 * part itself; otherwise the player asks for it at a random moment within `spreadMs`.
 */
export const ManifestNotice = ManifestPart.extend({ body: z.string().optional(), spreadMs: z.number() })
export type ManifestNotice = z.infer<typeof ManifestNotice>

/**
 * Changed rows of a data source (`event: source`); null if the source was deleted. Absent if they are too large for a
 * notice: the player fetches them at a random moment within `spreadMs`.
 */
export const SourceNotice = z.object({
  name: z.string(),
  source: SourceTable.extend({ at: z.number() }).nullable().optional(),
  spreadMs: z.number(),
})
export type SourceNotice = z.infer<typeof SourceNotice>
