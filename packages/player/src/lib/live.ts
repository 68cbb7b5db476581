import { LiveData, type LiveDataOptions } from '@vitrine/widgets/live-data'

/** Live data of a session. Created on demand, to keep it out of the start script. */
export interface Live {
  options: LiveDataOptions
  data?: LiveData
}

export function liveOf(live: Live): LiveData {
  live.data ??= new LiveData(live.options)
  return live.data
}
