import type { Host } from '@vitrine/widgets/host'

const STILL = '(prefers-reduced-motion: reduce)'

/** Whether the person who looks at the page asked for less motion. */
export const wantsLessMotion = ({ fullMotion = false }: Pick<Host, 'fullMotion'>): boolean =>
  !fullMotion && typeof matchMedia === 'function' && matchMedia(STILL).matches
