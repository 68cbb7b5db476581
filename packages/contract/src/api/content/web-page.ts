import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { WebPicture } from './web-picture.ts'

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
  /** Present if screens show a picture that the server takes of the page. */
  picture: WebPicture.optional(),
})
export type WebPage = z.infer<typeof WebPage>

/** A web page as screens show it: of its picture, only how often it is taken, and whether its time always shows. */
export const ShownWebPage = WebPage.omit({ picture: true }).extend({
  picture: WebPicture.pick({ every: true, caption: true }).optional(),
})
export type ShownWebPage = z.infer<typeof ShownWebPage>
