/** Content security policy of responses that aren't pages: nothing in them loads or runs, and no page may frame them. */
export const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The same for our own pages without scripts, which have a style sheet inside. */
export const STYLED = `${CLOSED}; style-src 'unsafe-inline'`

/** Of the files of web apps. It restricts no worker, whose rights are those of its script's response. */
export const UNFRAMED = "frame-ancestors 'none'"
