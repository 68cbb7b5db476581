import { VIDEO_FAMILIES, VIDEO_FAMILY_NAMES, type VideoFamily } from '@vitrine/contract/player/video-families'

/** Kinds of video that this browser says it plays. */
export function decodable(): VideoFamily[] {
  const video = document.createElement('video')
  return VIDEO_FAMILY_NAMES.filter((family) => video.canPlayType(VIDEO_FAMILIES[family]) !== '')
}
