export const SCREENS = 'packages/console/test'
export const CONSOLE = 'packages/console/src'
export const CONTRACT = 'packages/contract/src'
export const WIDGETS = 'packages/widgets/src'
export const SERVER = 'packages/server'
export const TEXTS = `${CONSOLE}/locales/en-us.json`

/**
 * A fault that a test must catch: in `file` the text `find` becomes `replace`, which breaks the statement of `row`;
 * `test` is the file with the tests that are titled with the row.
 */
export const fault = (test, row, kind, file, find, replace) => ({ row, kind, file, find, replace, test })
