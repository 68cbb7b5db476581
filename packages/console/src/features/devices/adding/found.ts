import type { api } from '#lib/api.ts'

/** The screen that shows a code, as it describes itself. */
export type Found = Awaited<ReturnType<typeof api.devices.findPairing>>
