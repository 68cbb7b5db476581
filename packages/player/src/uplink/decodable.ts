import { VIDEO_FAMILIES, VIDEO_FAMILY_NAMES, type VideoFamily } from '@vitrine/contract/player/video-families'

/** Video formats that this browser claims to play. */
export function decodable(): VideoFamily[] {
  const video = document.createElement('video')
  return VIDEO_FAMILY_NAMES.filter((family) => video.canPlayType(VIDEO_FAMILIES[family]) !== '')
}
