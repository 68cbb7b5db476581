import { useEffect, useEffectEvent, useState } from 'react'
import { forgetUpload, watchUpload } from './uploads.ts'
import { type UploadJob, useUploadJob } from './uploads-state.ts'

/** The upload that a screen shows itself; the tray takes it over when the screen closes. */
export function useWatchedJob(onUploaded: (job: UploadJob) => void) {
  const [jobId, setJobId] = useState<string>()
  const job = useUploadJob(jobId)
  useEffect(() => {
    if (!jobId) return
    watchUpload(jobId, true)
    return () => watchUpload(jobId, false)
  }, [jobId])
  const report = useEffectEvent(() => job && onUploaded(job))
  const doneId = job?.state === 'done' ? job.id : undefined
  useEffect(() => {
    if (!doneId) return
    report()
    // Forget it only when the screen closes or another upload starts: until then it shows the files as uploaded.
    return () => forgetUpload(doneId)
  }, [doneId])
  const forget = () => {
    if (jobId) forgetUpload(jobId)
    setJobId(undefined)
  }
  return { job, watch: setJobId, forget }
}
