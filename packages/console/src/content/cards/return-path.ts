/** The return path after updating a card, with the version appended; only paths of console screens are accepted. */
export function returnPath(redirect: string | undefined, version: number | undefined): string | undefined {
  if (!redirect || !/^\/app(\/[\w-]+)*$/.test(redirect)) return undefined
  return version === undefined ? redirect : `${redirect}?version=${version}`
}
