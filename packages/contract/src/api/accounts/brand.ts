import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { parseColor } from '#fields/color.ts'
import type { Fields } from '#fields/field.ts'
import { rule } from '#rules.ts'
import { readConsoleHost } from '#sites/console-host.ts'

/** An opaque color, or '' if none is chosen. */
const colour = z
  .string()
  .max(40)
  .refine((text) => text === '' || parseColor(text)?.a === 1, rule('colour'))

/** An organization's colors and logo, which templates use. `logoId`: an image in its media library. */
export const Brand = z.object({ primary: colour, accent: colour, logoId: Id.nullable() })
export type Brand = z.infer<typeof Brand>

/** Host name of an organization's console; an address is read as its host, and empty text as none. */
export const ConsoleHost = z
  .string()
  .max(300, rule('max', 300))
  .transform((typed, context) => {
    const host = typed.trim() ? readConsoleHost(typed) : null
    if (host === undefined) context.addIssue({ code: 'custom', message: rule('invalid') })
    return host ?? null
  })
  .nullable()

/** A brand as a form asks for it. */
export const BRAND_FIELDS = {
  primary: { type: 'colorPicker', label: 'Primary color', allowEmpty: true },
  accent: { type: 'colorPicker', label: 'Accent color', allowEmpty: true },
  logo: { type: 'attachment', label: 'Logo', accept: ['image'], max: 1 },
} as const satisfies Fields
