import i18next from 'i18next'

// What an action did, for the second line of its message.

export const savedText = (name: string): string => i18next.t('done.saved', { name })
export const addedText = (name: string): string => i18next.t('done.added', { name })
export const changedText = (count: number): string => i18next.t('done.changed', { count })
export const downloadedText = (name: string): string => i18next.t('done.downloaded', { name })
