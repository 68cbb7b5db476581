/**
 * First bytes of HEIC and other HEIF files, whose pictures no browser but Safari shows. AVIF, which they show, is not among
 * them.
 */
export const HEIC_START = /^.{4}ftyp(hei[cxmsv]|hev[cxms]|mif1|msf1)/s
