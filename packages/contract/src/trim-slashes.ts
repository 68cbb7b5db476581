/** An address without the slashes at its end. By hand: `/\/+$/` takes quadratic time on a long run of slashes. */
export function trimSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
