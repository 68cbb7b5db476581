/** Normalizes a name for comparison and search: case, width and the encoding of accents don't matter. */
export const searchKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
