import type { FontFace } from '@vitrine/contract/fields/own-font'

/** Facts about a stored file, from its content. */
export interface FileFacts {
  kind: 'image' | 'video' | 'audio' | 'font' | 'package' | 'deck'
  mimetype: string
  /** Pixels as shown, after rotation; null for audio, packages, PDFs and slides. */
  width: number | null
  height: number | null
  /** Seconds; videos and audio only. */
  duration: number | null
  /** Per RFC 6381 (`avc1.64001f`); videos only. */
  codec: string | null
  /** Fonts only. */
  face?: FontFace
}

/** `refused`: the end of a sentence that begins with the file's name. */
export type Verdict = { facts: FileFacts } | { refused: string }

/** Thrown by inspections with a reason for people. */
export class Refusal extends Error {}

export const BROKEN = 'is damaged or incomplete'
export const UNKNOWN = "isn't an image, video, audio file, font, or web package that screens can play"
