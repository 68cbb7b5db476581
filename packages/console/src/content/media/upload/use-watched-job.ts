import { useEffect, useEffectEvent, useState } from 'react'
import { forgetUpload, watchUpload } from './uploads.ts'
import { type UploadJob, useUploadJob } from './uploads-state.ts'

/**
 * The upload that a screen shows itself; the tray takes it over when the screen closes. `onEnded` gets it whenever an
 * attempt has ended, with all files or with those that failed.
 */
export function useWatchedJob(onEnded: (job: UploadJob) => void) {
  const [jobId, setJobId] = useState<string>()
  const job = useUploadJob(jobId)
  useEffect(() => {
    if (!jobId) return
    watchUpload(jobId, true)
    return () => watchUpload(jobId, false)
  }, [jobId])
  const report = useEffectEvent(() => job && onEnded(job))
  const ended = job === undefined || job.state === 'sending' ? undefined : job.state
  useEffect(() => {
    if (!jobId || !ended) return
    report()
    // Forget it only when the screen closes or another upload starts: until then it shows the files as uploaded.
    if (ended === 'done') return () => forgetUpload(jobId)
  }, [jobId, ended])
  const forget = () => {
    if (jobId) forgetUpload(jobId)
    setJobId(undefined)
  }
  return { job, watch: setJobId, forget }
}
