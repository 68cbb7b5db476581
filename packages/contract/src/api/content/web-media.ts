import { z } from 'zod'
import { Id, IdParams, Version } from '#api/base/entity.ts'
import { requiredText, wholeNumber } from '#api/base/inputs.ts'
import { showsValues } from '#document/screen-values.ts'
import { LATER_CALLS } from '#player/later-calls.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { ADDRESS_MAX, isWebAddress, readWebAddress } from '#sites/web-address.ts'
import { Media } from './media.ts'
import { WebPhoto, WebPictureInput } from './web-picture.ts'

/** Why a page won't show on screens, as far as the server can tell. */
export const WEB_PROBLEMS = [
  'frame-options',
  'frame-ancestors',
  'mixed-content',
  'status',
  'unreachable',
  'timeout',
  'redirects',
  'too-large',
  'not-a-page',
  'blank',
  'stream-broken',
  'stream-large',
  'stream-cors',
  'stream-encrypted',
] as const

export const WebCheck = z.object({
  /** Null: no problem found, or the page couldn't be checked. */
  problem: z.enum(WEB_PROBLEMS).nullable(),
  /**
   * False for names and addresses that aren't on the public internet, whether they exist or not: the server enters a
   * local network only if LOCAL_HOSTS names the host.
   */
  looked: z.boolean(),
  /** The header or status that explains the problem. */
  detail: z.string(),
  /** The URL after redirects. */
  address: z.string(),
  /** Present for a live video (HLS). */
  stream: z
    .object({
      /** False for a video with an end, which starts over. */
      live: z.boolean(),
      /** Number of quality variants. */
      variants: z.int(),
      /** Per RFC 6381, if the playlist names them. */
      codecs: z.array(z.string()),
      /** Hosts that serve its parts; screens must be allowed to open each. */
      hosts: z.array(z.string()),
    })
    .optional(),
})
export type WebCheck = z.infer<typeof WebCheck>

const Address = z
  .string({ error: rule('required') })
  .max(ADDRESS_MAX, rule('max', ADDRESS_MAX))
  .transform((typed, context) => {
    const read = readWebAddress(typed)
    if (isWebAddress(read)) return read.address
    const problem = typed.trim() === '' ? 'required' : read === 'credentials' ? 'no_credentials' : 'url'
    context.addIssue({ code: 'custom', message: rule(problem) })
    return ''
  })

const Input = z.object({
  name: requiredText(255),
  address: Address,
  refreshSeconds: wholeNumber(0, 86_400).default(0),
  zoom: wholeNumber(25, 400).default(100),
  /** Absent: a live video if the URL is a playlist (`.m3u8`). Null: always a page. */
  stream: z
    .object({ fallbackId: Id.nullable().default(null), sound: z.boolean().default(false) })
    .nullable()
    .optional(),
  /** Absent or null: screens open the page itself. */
  picture: WebPictureInput.nullable().optional(),
  folderId: Id.nullable().optional(),
  organizationId: Id.optional(),
})

/** One picture is for all screens. */
function refuseValues(
  { address, picture }: Pick<z.output<typeof Input>, 'address' | 'picture'>,
  context: z.RefinementCtx,
): void {
  if (picture && showsValues(address))
    context.addIssue({ code: 'custom', path: ['address'], message: rule('one_picture') })
}

export const WebMediaInput = Input.superRefine(refuseValues)
export type WebMediaInput = z.output<typeof WebMediaInput>
export const WebMediaUpdate = Input.omit({ folderId: true, organizationId: true })
  .extend({ version: Version })
  .superRefine(refuseValues)
export type WebMediaUpdate = z.output<typeof WebMediaUpdate>

const Answer = z.object({ media: Media })
const PhotoAnswer = z.object({ photo: WebPhoto })

/** Web pages in the media library. */
export const webMedia = {
  look: route({
    method: 'POST',
    path: '/web-media/look',
    summary: 'Check whether screens can show a web page, without saving it',
    who: { write: 'media' },
    write: false,
    body: z.object({ address: Address }),
    response: z.object({ check: WebCheck }),
    budget: 'places',
  }),
  create: route({
    method: 'POST',
    path: '/web-media',
    summary: 'Add a web page to the media library',
    who: { write: 'media' },
    body: WebMediaInput,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/web-media/:id',
    summary: 'Update a web page',
    who: { write: 'media' },
    params: IdParams,
    body: WebMediaUpdate,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  photo: route({
    method: 'GET',
    path: '/web-media/:id/photo',
    summary: 'Get the state of the picture that the server takes of a web page',
    who: { read: 'media' },
    params: IdParams,
    response: PhotoAnswer,
  }),
  photograph: route({
    method: 'POST',
    path: '/web-media/:id/photo',
    summary: 'Photograph a web page now, with what is saved; screens show the new picture',
    who: { write: 'media' },
    write: false,
    params: IdParams,
    response: PhotoAnswer,
    budget: 'fetches',
    errors: ['TOO_MANY_REQUESTS'],
  }),
}

/** Called by screens before they open a web page, and every minute while they show one. */
export const screenSites = {
  check: route({
    ...LATER_CALLS.checkSite,
    summary: 'Check a web page of the media library; screens share one check per minute',
    who: 'device',
    params: z.object({ mediaId: Id }),
    response: z.object({ check: WebCheck }),
    errors: ['NOT_FOUND'],
  }),
}
