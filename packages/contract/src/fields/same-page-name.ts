/** Whether a page has the name that an action gives. Apart from actions: the player starts with it. */
export const samePageName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()
