/** Why a response with a status other than 200 can't be read, for people. */
export function statusText(status: number): string {
  if (status === 401 || status === 403) return 'This address requires a login. Use a public one.'
  return status === 404 ? 'There is nothing at this address' : `This address returned status ${status}`
}
