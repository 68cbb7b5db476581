import type { Size } from '@vitrine/contract/document/sizes'

/** `1920 × 1080`, isolated: in right-to-left text, width and height would swap. */
export const sizeText = ({ width, height }: Size): string => `\u2066${width} × ${height}\u2069`
