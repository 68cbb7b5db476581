import { z } from 'zod'
import { PairingCode, PairingHint, PairingSign, ScreenFacts } from '#api/screens/screen-report.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** A screen that shows a pairing code, with its own description. */
const FoundScreen = z.object({
  screen: ScreenFacts,
  sign: PairingSign,
  ip: z.string(),
  seenAt: z.number(),
  suggestedName: z.string(),
})

/** A code as typed; an impossible one gets a field error. */
export const TypedCode = PairingCode.catch(() => '').refine((text) => text !== '', rule('invalid'))

/** Finding a screen that isn't connected yet. `devices.claim` and `devices.replace` connect it. */
export const pairingRoutes = {
  playerAddresses: route({
    method: 'GET',
    path: '/devices/player-addresses',
    summary: "List the player's addresses to open on a new screen, best first",
    who: { read: 'devices' },
    response: z.object({
      addresses: z.array(z.string()),
      /** Verifies the Debian package: an Ed25519 public key in base64 of DER. */
      signedBy: z.string(),
    }),
  }),
  /** Polled while a person waits for the screen. */
  waiting: route({
    method: 'GET',
    path: '/devices/pairing/waiting',
    summary:
      'List the screens that show a pairing code and were opened with one of your links, or on the network of the only organization; with the hint for such links',
    who: { write: 'devices' },
    response: z.object({
      /** Opens the player with `#hint=…`. */
      hint: PairingHint,
      screens: z.array(FoundScreen.extend({ code: z.string() })),
    }),
  }),
  /** Shown for comparison before the screen is claimed. */
  findPairing: route({
    method: 'POST',
    path: '/devices/pairing/find',
    summary: 'Get the screen that shows a pairing code',
    who: { write: 'devices' },
    write: false,
    body: z.object({ code: TypedCode }),
    response: FoundScreen,
    errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  }),
}
