/** What reports of a page's backdrop are about, in place of a widget's id. A separate file: screens start with it. */
export const BACKDROP_ID = 'backdrop'
