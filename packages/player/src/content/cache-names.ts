/** Shared by the page and its service worker. */
export const FILES_CACHE = 'vitrine-files'
export const SHELL_CACHE_PREFIX = 'vitrine-shell-'
export const SHELL_STATE_CACHE = 'vitrine-starts'
export const FILES_PATH = '/files/'
