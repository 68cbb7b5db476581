import { z } from 'zod'

/** Bytes as base64url, of at most `max` characters. */
export const passkeyBytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

/** The sealed challenge, from the call that began. */
export const passkeyTicket = () => z.string().min(1).max(4000)

/** What a browser answers when it asked for a passkey: `AuthenticationResponseJSON` of WebAuthn, as far as it counts. */
export const PasskeyProof = z.object({
  ticket: passkeyTicket(),
  credential: z.object({
    id: passkeyBytes(1400),
    response: z.object({
      clientDataJSON: passkeyBytes(4000),
      authenticatorData: passkeyBytes(2000),
      signature: passkeyBytes(1000),
      /** Whom the authenticator made it for. */
      userHandle: passkeyBytes(200).optional(),
    }),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>
