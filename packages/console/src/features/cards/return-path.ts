/** Where a card's update goes back to: only to a screen of the console, with the version that was handed in. */
export function returnPath(redirect: string | undefined, version: number | undefined): string | undefined {
  if (!redirect || !/^\/app(\/[\w-]+)*$/.test(redirect)) return undefined
  return version === undefined ? redirect : `${redirect}?version=${version}`
}
