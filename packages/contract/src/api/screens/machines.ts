import { z } from 'zod'
import { BODY_BYTES } from '#body-limits.ts'
import { MACHINE_LOG_CHARACTERS } from '#player/commands.ts'
import { LATER_CALLS } from '#player/later-calls.ts'
import { route } from '#route.ts'

/** Generated once per machine by `kiosk.sh`; the server stores only its hash. */
const MachineKey = z.string().regex(/^[0-9a-f]{64}$/)

/** Calls of the machine that runs a player, without a session. */
export const machines = {
  register: route({
    ...LATER_CALLS.registerMachine,
    summary: "Register the key that the screen's machine uses to request its browser policy",
    who: 'device',
    body: z.object({ key: MachineKey }),
    response: z.object({}),
  }),
  /** Only the latest one is kept. */
  sendLog: route({
    ...LATER_CALLS.sendMachineLog,
    summary: "Upload the end of the machine's log",
    who: 'device',
    fullDisk: 'refuse',
    body: z.object({ text: z.string().max(MACHINE_LOG_CHARACTERS) }),
    bodyLimit: 4 * MACHINE_LOG_CHARACTERS + BODY_BYTES,
    response: z.object({}),
    errors: ['NOT_FOUND'],
    budget: 'logs',
  }),
  /** Returns only the sites of the screen that registered the key, and nothing that identifies its organization. */
  policy: route({
    method: 'GET',
    path: '/machine/policy',
    summary: "Get the entries of Chromium's URLAllowlist; the machine's key is the bearer token",
    who: 'public',
    response: z.object({ allowlist: z.array(z.string()) }),
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
}
