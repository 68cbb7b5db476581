export const PORT_DEFAULTS: Record<'PORT' | 'PLAYER_PORT' | 'CONTENT_PORT', number>
export function ensurePortsFree(env?: NodeJS.ProcessEnv): Promise<void>
export function freePort(): Promise<number>
export function freePorts(count: number): Promise<number[]>
