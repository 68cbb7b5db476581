import { LiveData, type LiveDataOptions } from '@vitrine/widgets/live-data'

/** Live data of a session. It is made when the first page or the rest needs it, so that no script starts with it. */
export interface Live {
  options: LiveDataOptions
  data?: LiveData
}

export function liveOf(live: Live): LiveData {
  live.data ??= new LiveData(live.options)
  return live.data
}
