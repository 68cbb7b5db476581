/** What names are compared and searched by: one form for every spelling of case, width and accents' encoding. */
export const searchKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
