import type { api } from '#lib/api.ts'

/** A screen that shows a pairing code, as it describes itself. */
export type Found = Awaited<ReturnType<typeof api.devices.findPairing>>
