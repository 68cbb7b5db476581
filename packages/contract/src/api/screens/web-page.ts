import { z } from 'zod'

/** How a web page of the media library is shown. */
export const WebPage = z.object({
  address: z.string(),
  /** Loads it again after so many seconds; 0 never. */
  refreshSeconds: z.int(),
  /** Percent. */
  zoom: z.int(),
})
export type WebPage = z.infer<typeof WebPage>
