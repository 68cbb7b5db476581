import { z } from 'zod'
import { Id } from '#api/base/entity.ts'

/** How screens play a live video (HLS). */
export const WebStream = z.object({
  /** An image or video in the library that shows while the stream is down. */
  fallbackId: Id.nullable(),
  sound: z.boolean(),
})
export type WebStream = z.infer<typeof WebStream>

/** How a web page of the media library is shown. */
export const WebPage = z.object({
  address: z.string(),
  /** Reload interval in seconds; 0: never. */
  refreshSeconds: z.int(),
  /** Percent. */
  zoom: z.int(),
  /** Present if the address is a live video, which screens play instead of a page. */
  stream: WebStream.optional(),
})
export type WebPage = z.infer<typeof WebPage>
