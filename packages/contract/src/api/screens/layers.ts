import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id } from '#api/base/entity.ts'
import { requiredText, wholeNumber } from '#api/base/inputs.ts'
import { ScreenRuleInput } from '#api/base/screen-rule.ts'
import { rule } from '#rules.ts'
import { LAYER_KINDS, tidyPlace } from '#schedule/layer-areas.ts'
import { TimesInput } from './slots.ts'

/** Layers per group, and time slots per layer. */
export const LAYERS_MAX = 5
export const LAYER_SLOTS_MAX = 20

/** Percent of a side of the screen. A frame leaves at least a fifth of both for the page. */
const HEIGHT = [3, 50] as const
const WIDTH = [5, 60] as const
const EDGE = [0, 40] as const

const PlaceInput = z
  .object({
    kind: z.enum(LAYER_KINDS),
    /** Of a bar; absent: in the shape of its storyboard. */
    height: wholeNumber(...HEIGHT).optional(),
    /** Of a corner, which has the shape of its storyboard. */
    width: wholeNumber(...WIDTH).optional(),
    /** Of a bar: the page makes room for it. */
    makesRoom: z.literal(true).optional(),
    /** Edges of a frame. */
    top: wholeNumber(...EDGE).optional(),
    right: wholeNumber(...EDGE).optional(),
    bottom: wholeNumber(...EDGE).optional(),
    left: wholeNumber(...EDGE).optional(),
  })
  .overwrite(tidyPlace)

const LayerInput = z.object({
  /** No two of a group have the same. */
  name: requiredText(),
  place: PlaceInput,
  storyboardId: Id,
  /** When it shows; empty: always. */
  slots: boundedList(z.array(TimesInput).max(LAYER_SLOTS_MAX, rule('max_value', LAYER_SLOTS_MAX))).default(
    [],
  ),
  /** On which screens of the group; absent: on every one. */
  screens: ScreenRuleInput,
})

export const LayersInput = boundedList(
  z.array(LayerInput).max(LAYERS_MAX, rule('max_value', LAYERS_MAX)),
).superRefine((layers, context) => {
  for (const [index, { name }] of layers.entries())
    if (layers.findIndex((other) => other.name === name) < index)
      context.addIssue({ code: 'custom', path: [index, 'name'], message: rule('not_exist') })
})
