const { freePorts: find } = await import(new URL('../../../scripts/setup/ports.mjs', import.meta.url).href)

/** Finds different free ports of this machine, reserved for as long as this process runs. */
export const freePorts = (count: number): Promise<number[]> => find(count)
