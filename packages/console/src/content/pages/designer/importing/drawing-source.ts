import { recognize } from '#lib/recognize-file.ts'
import { type Drawing, Refused } from './drawn-item.ts'
import { readSvg, svgSize } from './read-svg.ts'

/** A file with drawings: an SVG, or a PDF file with its pages. */
export interface DrawingSource {
  pages: number
  /** Throws `Refused`. `page` from 1. */
  read: (page: number) => Promise<Drawing>
  /** The page as one picture. */
  picture: (page: number) => Promise<{ file: File; width: number; height: number }>
  close: () => void
}

/** Opens an untrusted file. Throws `Refused`. */
export async function openDrawing(file: File): Promise<DrawingSource> {
  if ((await recognize(file)) === 'deck') return (await import('./pdf/pdf-source.ts')).openPdf(file)
  if (!/<svg[\s>]/i.test(await file.slice(0, 65_536).text())) throw new Refused('broken')
  return {
    pages: 1,
    read: async () => readSvg(await file.text()),
    picture: async () => ({ file, ...svgSize(await file.text()) }),
    close: () => {},
  }
}
