import { useEffect, useEffectEvent, useState } from 'react'
import { forgetUpload, watchUpload } from './uploads.ts'
import { type UploadJob, useUploadJob } from './uploads-state.ts'

/** The upload that a screen shows itself instead of the tray, which takes it over when the screen closes. */
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
    // Only when the screen closes or another upload begins: until then it shows the files as sent.
    return () => forgetUpload(doneId)
  }, [doneId])
  const forget = () => {
    if (jobId) forgetUpload(jobId)
    setJobId(undefined)
  }
  return { job, watch: setJobId, forget }
}
