import { z } from 'zod'
import { BODY_BYTES } from '#body-limits.ts'
import { MACHINE_LOG_CHARACTERS } from '#player/commands.ts'
import { LATER_CALLS } from '#player/later-calls.ts'
import { route } from '#route.ts'

/** What `kiosk.sh` makes once per machine: only its hash is stored. */
const MachineKey = z.string().regex(/^[0-9a-f]{64}$/)

/** The machine below a screen's player, which has no session. */
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
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  /** Only sites, and only those of the screen that registered the key: nothing tells whose they are. */
  policy: route({
    method: 'GET',
    path: '/machine/policy',
    summary: "Get the entries of Chromium's URLAllowlist; the machine's key is the bearer token",
    who: 'public',
    response: z.object({ allowlist: z.array(z.string()) }),
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
}
