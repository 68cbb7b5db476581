/** Removes trailing slashes. A loop, because `/\/+$/` takes quadratic time on a long run of slashes. */
export function trimSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
