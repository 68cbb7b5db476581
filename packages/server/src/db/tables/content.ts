import type { Generated } from 'kysely'
import type { Flag, Id, Instant, Json, Timed } from './column.ts'

/** A folder of the media library. `parentKey` is its parent's id or '' at Root, for names to be unique there too. */
export interface FoldersTable extends Timed {
  id: Id
  organizationId: Id
  folderId: Id | null
  parentKey: string
  name: string
  nameKey: string
  version: number
}

export interface ThumbnailsTable {
  id: Id
  organizationId: Id
  sha256: string
  mimetype: string
  size: number
  /** The same image in full size. */
  screenshotId: Id | null
  createdAt: Instant
}

/**
 * A file in the library, with its bytes in the file store under `sha256`; or a card, as media zones play it: `sha256`
 * is then its image's, '' without one.
 */
export interface MediaTable extends Timed {
  id: Id
  organizationId: Id
  folderId: Id | null
  name: string
  nameKey: string
  sha256: string
  mimetype: string
  size: number
  width: number | null
  height: number | null
  /** Milliseconds. */
  duration: number | null
  codec: string | null
  /** The FontFace of a font. */
  face: Json | null
  /** The WebPage of a web page. */
  web: Generated<Json | null>
  /** Captions of a video: the file, its bytes (0 without one), and its language. */
  captionsSha256: Generated<string | null>
  captionsSize: Generated<number>
  captionsLanguage: Generated<string | null>
  thumbnailId: Id | null
  /** The card that this item represents. */
  cardId: Id | null
  version: number
}

/** A media item's previous file; the same columns as the item's. */
export interface MediaVersionsTable
  extends Pick<
    MediaTable,
    | 'id'
    | 'organizationId'
    | 'sha256'
    | 'mimetype'
    | 'size'
    | 'width'
    | 'height'
    | 'duration'
    | 'codec'
    | 'face'
    | 'thumbnailId'
    | 'version'
  > {
  mediaId: Id
  /** The person's name at that time. */
  replacedBy: string
  replacedAt: Instant
  /** Milliseconds. */
  expiresAt: number
}

/** A PDF or slides: the file under `sha256`; a folder has its pages as images. */
export interface DecksTable extends Timed {
  id: Id
  organizationId: Id
  folderId: Id
  name: string
  sha256: string
  mimetype: string
  size: number
  /** Pages of the current file. */
  pages: number
  /** Seconds of a page in its storyboard. */
  duration: number
  storyboardId: Id | null
  version: number
}

/** A deck's previous file; see MediaVersionsTable. */
export interface DeckVersionsTable
  extends Pick<
    DecksTable,
    'id' | 'organizationId' | 'version' | 'name' | 'sha256' | 'mimetype' | 'size' | 'pages'
  > {
  deckId: Id
  /** Pages that the newer file didn't have. */
  removed: Json
  replacedBy: string
  replacedAt: Instant
  expiresAt: number
}

/** The image of a page, counted from 1, and the layout created to show it. */
export interface DeckPagesTable {
  id: Id
  organizationId: Id
  deckId: Id
  page: number
  mediaId: Id
  layoutId: Id | null
}

/** Work on a file after its upload, done by one server at a time. */
export interface ConversionsTable extends Timed {
  id: Id
  organizationId: Id
  /** The user who requested it; null after that user is deleted. */
  userId: Id | null
  kind: 'deck' | 'video'
  name: string
  /** The file to convert. */
  sha256: string
  mimetype: string
  size: number
  deckId: Id | null
  mediaId: Id | null
  folderId: Id | null
  /** Parameters of the kind. */
  params: Json
  state: 'waiting' | 'running' | 'asking' | 'done' | 'failed'
  done: number
  total: number | null
  error: string | null
  /** Pages in use that the new file doesn't have. */
  removed: Json | null
  /** Milliseconds; the server that runs it renews this lease. */
  leaseUntil: number
  attempts: number
}

/** An unpacked web package; its id is the media item's. `hash` identifies the saved version. */
export interface PackagesTable {
  id: Id
  organizationId: Id
  hash: string
  /** The form (contract `Fields`) and its parts, from the package. */
  schema: Json | null
  widgets: Json | null
}

/** A file from a package's zip. `path` is a `packageKey`. */
export interface PackageFilesTable {
  id: Id
  organizationId: Id
  packageId: Id
  path: string
  sha256: string
  size: number
}

/** A package with one set of values. `hash` covers every path with the SHA-256 of its content. */
export interface PackageVersionsTable {
  id: Id
  organizationId: Id
  packageId: Id
  hash: string
  /** Contents of model.json for its page; null if there is none. */
  model: Json | null
  /** The generated file; null if the model is the one from the zip, or there is none. */
  modelSha256: string | null
  modelSize: number | null
  /** Path → `{ sha256, size }` of the media in the values. */
  media: Json
  /** Keys of the data sources that its page may read. */
  sources: Json
  createdAt: Instant
}

export interface TagsTable {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
}

/** Of the last four, exactly one is set. */
export interface TagUsesTable {
  id: Id
  organizationId: Id
  tagId: Id
  mediaId: Id | null
  pageId: Id | null
  storyboardId: Id | null
  deviceId: Id | null
  deviceGroupId: Id | null
  floorId: Id | null
  buildingId: Id | null
}

/** A card, a layout, or a part of pages. Names are unique per kind. */
export interface PagesTable extends Timed {
  id: Id
  organizationId: Id
  kind: 'card' | 'layout' | 'part'
  name: string
  nameKey: string
  width: number
  height: number
  document: Json
  /** Size of the document in UTF-8. */
  bytes: number
  /** `pageSpans` of the document; null means always. */
  shows: Json | null
  /** The files that rules of its media zones have found: StoredLists. */
  listed: Generated<Json | null>
  thumbnailId: Id | null
  isTemplate: Flag
  /** What it was made to play: a media item, page, or source. Null once a person has edited it. */
  madeFor: Generated<Id | null>
  version: number
}

/** A saved version of a page. `savedBy` is the person's name at that time. */
export interface PageVersionsTable {
  id: Id
  organizationId: Id
  pageId: Id
  version: number
  name: string
  document: Json
  bytes: number
  savedBy: string
  savedAt: Instant
}

/** A save of a storyboard, or of a group's schedule. */
export interface SavedVersionsTable {
  id: Id
  organizationId: Id
  storyboardId: Id | null
  deviceGroupId: Id | null
  version: number
  name: string
  document: Json
  bytes: number
  /** Pages, or time slots. */
  parts: number
  savedBy: string
  savedAt: Instant
  /** The call, as in the audit log. */
  request: string
}

export interface StoryboardsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  type: 'standard' | 'designed'
  mode: 'DEFAULT' | 'AUTO'
  width: number
  height: number
  /** Idle seconds after which screens return to its start; null: never. */
  idleSeconds: number | null
  audioId: Id | null
  /** 1: each round plays its pages in another order. */
  shuffle: Generated<number>
  items: Json
  status: 'pending' | 'approved' | 'rejected'
  /** The copy that screens play, independent of later edits: replaced, never changed. */
  approved: Json | null
  approvedVersion: number | null
  /** The user who saved the working form last; null if that was long ago. */
  savedBy: string | null
  savedAt: string | null
  /** The last decision, also while a later edit waits. */
  decision: 'approved' | 'rejected' | null
  decidedBy: string | null
  decidedAt: string | null
  decisionNote: string | null
  /** What it was made to play: a media item, page, source, or deck. Null once a person has edited it. */
  madeFor: Generated<Id | null>
  /** Of what a place shows in a local slot: the slot, which is an item of the storyboard `madeFor`, and the building or floor. */
  slot: Generated<string | null>
  placeId: Generated<Id | null>
  version: number
}

/** A widget of a template. */
export interface TemplateWidgetsTable {
  id: Id
  organizationId: Id
  pageId: Id
  widgetId: string
}

/** A deleted item; the id is the item's. Milliseconds. */
export interface TrashTable {
  id: Id
  organizationId: Id
  kind: 'media' | 'folder' | 'card' | 'layout' | 'part' | 'template' | 'storyboard' | 'device-group'
  /** Where a media item or a folder was; null: at Root, and what was deleted before this was kept. */
  folderId: Id | null
  name: string
  nameKey: string
  /** File of its thumbnail; '' without one. */
  sha256: string
  mimetype: string
  /** Media items in a folder. */
  files: number
  /** Bytes of its files, and of its rows. */
  size: number
  bytes: number
  /** The person's name at that time. */
  deletedBy: string
  deletedAt: number
  expiresAt: number
}

/** Deleted rows of one table. */
export interface TrashRowsTable {
  id: Id
  organizationId: Id
  trashId: Id
  position: number
  tableName: string
  rows: Json
}

/** A file that deleted rows reference. */
export interface TrashFilesTable {
  id: Id
  organizationId: Id
  trashId: Id
  sha256: string
}

export interface ContentTables {
  trash: TrashTable
  trash_rows: TrashRowsTable
  trash_files: TrashFilesTable
  folders: FoldersTable
  thumbnails: ThumbnailsTable
  media: MediaTable
  media_versions: MediaVersionsTable
  tags: TagsTable
  tag_uses: TagUsesTable
  decks: DecksTable
  deck_pages: DeckPagesTable
  deck_versions: DeckVersionsTable
  conversions: ConversionsTable
  packages: PackagesTable
  package_files: PackageFilesTable
  package_versions: PackageVersionsTable
  pages: PagesTable
  page_versions: PageVersionsTable
  saved_versions: SavedVersionsTable
  storyboards: StoryboardsTable
  template_widgets: TemplateWidgetsTable
}
