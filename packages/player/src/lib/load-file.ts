/** A static file of the player. */
export const loadFile = async (url: string): Promise<Blob> => (await fetch(url)).blob()
