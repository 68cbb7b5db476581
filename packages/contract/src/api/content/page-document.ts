import { z } from 'zod'
import { LANGUAGE_TAG } from '#api/accounts/region.ts'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id } from '#api/base/entity.ts'
import { BACKDROP_FIELDS } from '#document/backdrop.ts'
import { FRAME_FIELDS } from '#document/frame.ts'
import {
  GROUP_NAME_MAX,
  INPUTS_MAX,
  isTransform,
  NO_DOCUMENT,
  PAGE_MAX,
  PAGE_MIN,
  WIDGET_NAME_MAX,
  WIDGETS_MAX,
} from '#document/layout-document.ts'
import {
  LANGUAGES_MAX,
  languagesOf,
  TRANSLATION_MAX,
  TRANSLATIONS_MAX,
  TURN_MAX,
  TURN_MIN,
} from '#document/page-languages.ts'
import {
  PART_TARGETS_MAX,
  PART_VALUE_NAME_MAX,
  PART_VALUES_MAX,
  USE_VALUES_BYTES,
} from '#document/part-use.ts'
import {
  PIECE_COLOR,
  PIECE_LINES,
  PIECE_SIZE_MAX,
  PIECE_SIZE_MIN,
  PIECED_MAX,
  PIECED_TEXT_MAX,
  PIECES_MAX,
  spelled,
} from '#document/pieces.ts'
import { PINS } from '#document/pins.ts'
import { LINKS_MAX } from '#document/style-kinds.ts'
import { GRADIENT_MAX, parseColor, parseGradient } from '#fields/color.ts'
import { readColor } from '#fields/color-value.ts'
import type { Fields } from '#fields/field.ts'
import { sparse } from '#fields/sparse.ts'
import { checkValues, defaultsOf, readValues } from '#fields/values.ts'
import { plainText } from '#plain-text.ts'
import { rule } from '#rules.ts'

/**
 * The stored document of a page (a layout or a card) as the specification defines it: widgets with a CSS transform,
 * and settings beside them in `config.inputs`, each named `<widgetId>-<field>`. All other code works with the read
 * form, `ReadDocument` in `document/layout-document.ts`.
 */

const numeric = { error: rule('numeric') }
const side = () => z.number(numeric).min(1, rule('min_value', 1)).max(100_000, rule('max_value', 100_000))
const pageSide = () =>
  z.int(numeric).min(PAGE_MIN, rule('min_value', PAGE_MIN)).max(PAGE_MAX, rule('max_value', PAGE_MAX))

/** Rarely used settings: those that differ from their defaults, without unknown ones. */
const settingsOf = (fields: Fields) =>
  z
    .record(z.string().max(64), z.unknown())
    .superRefine((values, context) => {
      for (const [path, message] of Object.entries(checkValues(fields, { ...defaultsOf(fields), ...values })))
        context.addIssue({ code: 'custom', path: path.split('.').filter(Boolean), message })
    })
    .overwrite((values) => ({ ...sparse(fields, readValues(fields, values)) }))

const isPaint = (text: string) =>
  parseGradient(text) !== undefined || (text.length <= 40 && parseColor(text) !== undefined)

const pin = () => z.enum(PINS, rule('invalid')).optional()

const flag = () => z.boolean(rule('invalid')).optional()
const Piece = z.object({
  text: z.string().min(1, rule('required')).max(PIECED_TEXT_MAX, rule('max', PIECED_TEXT_MAX)),
  isBold: flag(),
  isItalic: flag(),
  line: z.enum(PIECE_LINES, rule('invalid')).optional(),
  color: z
    .string()
    .max(40, rule('colour'))
    .refine((color) => readColor(color, PIECE_COLOR) !== undefined, rule('colour'))
    .optional(),
  /** Percent of the text's size. */
  size: z
    .int(numeric)
    .min(PIECE_SIZE_MIN, rule('min_value', PIECE_SIZE_MIN))
    .max(PIECE_SIZE_MAX, rule('max_value', PIECE_SIZE_MAX))
    .optional(),
})
const Pieces = boundedList(
  z
    .array(Piece)
    .min(1, rule('required'))
    .max(PIECES_MAX, rule('max_value', PIECES_MAX))
    .refine((pieces) => spelled(pieces).length <= PIECED_TEXT_MAX, rule('max', PIECED_TEXT_MAX)),
)

const isShort = (links: object) => Object.keys(links).length <= LINKS_MAX

export const DocumentWidget = z.object({
  id: Id,
  /** Unknown types are kept. */
  type: z.string().min(1, rule('required')).max(64, rule('max', 64)),
  name: z.string().overwrite(plainText).max(WIDGET_NAME_MAX, rule('max', WIDGET_NAME_MAX)),
  zIndex: z.int(numeric).min(-1_000_000).max(1_000_000),
  width: side(),
  height: side(),
  transform: z.string().max(100).refine(isTransform, rule('position')),
  /** Additions: not movable, and not shown on screens. */
  locked: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** An addition: settings of its box, see `document/frame.ts`. */
  frame: settingsOf(FRAME_FIELDS).optional(),
  /** An addition: the styles of its settings, by field, see `document/styles.ts`. */
  styles: z.record(z.string().min(1).max(64), Id).refine(isShort).optional(),
  /** An addition: the name of its group, which only the designer uses. */
  group: z
    .string()
    .overwrite(plainText)
    .min(1, rule('required'))
    .max(GROUP_NAME_MAX, rule('max', GROUP_NAME_MAX))
    .optional(),
  /** An addition: what it keeps when its page gets another size, see `document/pins.ts`. */
  pins: z.object({ x: pin(), y: pin() }).optional(),
  /** An addition: pieces of its texts, which spell them, for several styles in one text, see `document/pieces.ts`. */
  pieces: boundedList(z.array(Pieces).max(PIECED_MAX, rule('max_value', PIECED_MAX))).optional(),
  /** An addition: the part that it shows, with its values for it, see `document/part-use.ts`. */
  use: z
    .object({
      part: Id,
      values: z
        .record(z.string().min(1).max(PART_VALUE_NAME_MAX), z.unknown())
        .refine((values) => JSON.stringify(values).length <= USE_VALUES_BYTES, rule('max', USE_VALUES_BYTES))
        .optional(),
    })
    .optional(),
})
export type DocumentWidget = z.infer<typeof DocumentWidget>

export const DocumentInput = z.object({
  name: z.string().min(1, rule('required')).max(200, rule('max', 200)),
  /** The input kind, for clients without widget definitions. */
  kind: z.string().max(40).optional(),
  value: z.unknown(),
})
export type DocumentInput = z.infer<typeof DocumentInput>

/** Rejects duplicate keys in a list, with the error at the second one. */
const unique =
  <T>(keyOf: (entry: T) => string, field: string) =>
  (list: readonly T[], context: z.RefinementCtx) => {
    const seen = new Set<string>()
    list.forEach((entry, index) => {
      if (seen.has(keyOf(entry)))
        context.addIssue({ code: 'custom', path: [index, field], message: rule('not_exist') })
      seen.add(keyOf(entry))
    })
  }

const language = () => z.string(rule('invalid')).max(20, rule('invalid')).regex(LANGUAGE_TAG, rule('invalid'))
const translated = () =>
  z.string().min(1, rule('required')).max(TRANSLATION_MAX, rule('max', TRANSLATION_MAX))

/** The texts of a page in other languages, see `document/page-languages.ts`. */
const Languages = z
  .object({
    own: language(),
    others: boundedList(
      z
        .array(
          z.object({
            language: language(),
            texts: boundedList(
              z
                .array(z.object({ of: translated(), to: translated() }))
                .max(TRANSLATIONS_MAX, rule('max_value', TRANSLATIONS_MAX))
                .superRefine(unique((text) => text.of, 'of')),
            ),
          }),
        )
        .min(1, rule('required'))
        .max(LANGUAGES_MAX, rule('max_value', LANGUAGES_MAX)),
    ),
    every: z
      .int(numeric)
      .min(TURN_MIN, rule('min_value', TURN_MIN))
      .max(TURN_MAX, rule('max_value', TURN_MAX))
      .optional(),
    mirror: z.literal(true, rule('invalid')).optional(),
  })
  .superRefine((languages, context) => {
    const all = languagesOf(languages)
    all.forEach((one, index) => {
      if (all.indexOf(one) < index)
        context.addIssue({
          code: 'custom',
          path: ['others', index - 1, 'language'],
          message: rule('not_exist'),
        })
    })
  })

/** What uses of a part can set. */
const PartValues = z
  .array(
    z.object({
      name: z.string().min(1, rule('required')).max(PART_VALUE_NAME_MAX, rule('max', PART_VALUE_NAME_MAX)),
      label: z
        .string()
        .overwrite(plainText)
        .min(1, rule('required'))
        .max(PART_VALUE_NAME_MAX, rule('max', PART_VALUE_NAME_MAX)),
      at: boundedList(
        z
          .array(z.object({ widget: Id, field: z.string().min(1).max(64) }))
          .min(1, rule('required'))
          .max(PART_TARGETS_MAX, rule('max_value', PART_TARGETS_MAX)),
      ),
    }),
  )
  .max(PART_VALUES_MAX, rule('max_value', PART_VALUES_MAX))
  .superRefine(unique((value) => value.name, 'name'))

export const LayoutDocument = z.object({
  width: pageSide(),
  height: pageSide(),
  widgets: boundedList(
    z
      .array(DocumentWidget)
      .max(WIDGETS_MAX, rule('max_value', WIDGETS_MAX))
      .superRefine(unique((widget) => widget.id, 'id')),
  ),
  config: z.object({
    inputs: boundedList(
      z
        .array(DocumentInput)
        .max(INPUTS_MAX, rule('max_value', INPUTS_MAX))
        .superRefine(unique((input) => input.name, 'name')),
      (input) => typeof (input as { name?: unknown } | null)?.name === 'string',
    ),
    /** An addition: the page's background color or gradient; `PAGE_BACKGROUND` when absent. */
    background: z.string().max(GRADIENT_MAX).refine(isPaint, rule('colour')).optional(),
    /** An addition: a picture or video behind the widgets, see `document/backdrop.ts`. */
    backdrop: settingsOf(BACKDROP_FIELDS).optional(),
    /** An addition: the page takes the shape of the screen that plays it; its own size when absent. */
    shape: z.literal('screen', rule('invalid')).optional(),
    /** An addition: its texts in other languages. */
    languages: Languages.optional(),
    /** An addition: of a part, what its uses can set. */
    values: boundedList(PartValues).optional(),
  }),
})
export type LayoutDocument = z.infer<typeof LayoutDocument>

/** The document of a new page; absent fields are those of an empty page. */
export const NewDocument = LayoutDocument.extend({
  width: LayoutDocument.shape.width.default(NO_DOCUMENT.width),
  height: LayoutDocument.shape.height.default(NO_DOCUMENT.height),
  widgets: LayoutDocument.shape.widgets.default(NO_DOCUMENT.widgets),
  config: LayoutDocument.shape.config.default(NO_DOCUMENT.config),
})
