import { z } from 'zod'
import { Id } from './entity.ts'

/** Only reports what a save would change on screens; nothing is saved. */
export const DryRun = z.object({ dryRun: z.literal('true').optional() })

/** The most tags that an answer names. */
export const UNKNOWN_TAGS_NAMED = 100

/** The most fields that an answer names. */
export const MISSING_NAMED = 50

/** The most groups of screens with pictures of the change. */
export const EXAMPLES_MAX = 3

/** What is needed to draw a page. */
const ShownPage = z.object({ type: z.enum(['card', 'layout']), pageId: Id, width: z.int(), height: z.int() })

/** Screens on which the same changes: the first page that differs, before and after. Null: nothing to show. */
const Example = z.object({
  /** One of them, and how many they are. */
  deviceId: Id,
  name: z.string(),
  screens: z.int(),
  /** When it first differs. */
  at: z.number(),
  before: ShownPage.nullable(),
  after: ShownPage.nullable(),
})

/** The most kinds of misfits that an answer has. */
export const MISFITS_MAX = 12
/** The most pages and screens of one kind that are named. */
export const MISFITS_NAMED = 3

/** Pages of one size that don't fit screens of another one. */
export const Misfit = z.object({
  page: z.object({ width: z.int(), height: z.int() }),
  /** In pixels, as mounted; of a video wall, its whole picture. */
  screen: z.object({ width: z.int(), height: z.int() }),
  /** Hundredths of the screen that are empty beside the page; 0: none. */
  empty: z.int(),
  /** The pixels of the smallest letters on the screen, if they are too few to be read; null: they aren't. */
  letters: z.int().nullable(),
  /** The number of pages and of screens, and the first of each. */
  pages: z.int(),
  firstPages: z
    .array(z.object({ type: z.enum(['card', 'layout']), id: Id, name: z.string() }))
    .max(MISFITS_NAMED),
  screens: z.int(),
  firstScreens: z.array(z.object({ id: Id, name: z.string() })).max(MISFITS_NAMED),
})
export type Misfit = z.infer<typeof Misfit>

/** Pages that don't fit screens on which they play: the most screens first. */
export const Misfits = z.array(Misfit).max(MISFITS_MAX)

/** What a save would change on screens; of a storyboard, once it is approved. */
export const Impact = z.object({
  /** The screens that can play it; of a storyboard that none plays, all of the organization. */
  screens: z.int(),
  /** Screens that would play something else, and the number of their buildings. */
  changes: z.int(),
  buildings: z.int(),
  /** Screens that would have nothing to show within two weeks and have it now, and the first such instant. */
  nothing: z.object({ screens: z.int(), from: z.number() }).nullable(),
  /** Screens that have nothing to show while no condition of what they play last holds. */
  unsure: z.int(),
  /** On how many of the screens each page, slot, or layer with a rule plays, by its index; layers come after slots. */
  rules: z.array(z.object({ index: z.int(), screens: z.int() })),
  /** The first tags of rules that no screen of the organization has, as the rules name them. */
  unknownTags: z.array(z.string()).max(UNKNOWN_TAGS_NAMED),
  /** Fields that texts show in vain, and on how many screens: those have no value of it, and the text has no other. */
  missing: z.array(z.object({ name: z.string(), screens: z.int() })).max(MISSING_NAMED),
  /** Layers of a group that are added, changed, or removed, and on how many screens each shows; absent: none. */
  layers: z
    .array(z.object({ name: z.string(), change: z.enum(['added', 'changed', 'removed']), screens: z.int() }))
    .optional(),
  /** Absent: every page fits. */
  misfits: Misfits.optional(),
  /** Of the screens that would show other pages: the largest groups first. */
  examples: z.array(Example).max(EXAMPLES_MAX),
})
export type Impact = z.infer<typeof Impact>
export type ImpactExample = Impact['examples'][number]
