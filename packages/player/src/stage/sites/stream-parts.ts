export { playHls } from './play-hls.ts'
export { playStream } from './play-stream.ts'
