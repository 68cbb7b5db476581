/** The commit that this server was built from; '' from sources. The build replaces the expression. */
export const COMMIT = process.env.VITRINE_COMMIT ?? ''
