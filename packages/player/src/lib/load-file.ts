/** A file that belongs to the player itself, by its address. */
export const loadFile = async (url: string): Promise<Blob> => (await fetch(url)).blob()
