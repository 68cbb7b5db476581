import { Worker } from 'node:worker_threads'

/**
 * Ends this process when it holds more than `limit` bytes, native memory included. In a thread of its own, which still
 * runs while the main one is stuck in a decoder.
 */
export function watchMemory(limit: number): void {
  const script = `setInterval(() => { if (process.memoryUsage.rss() > ${limit}) process.kill(process.pid, 'SIGKILL') }, 20)`
  new Worker(script, { eval: true }).unref()
}
