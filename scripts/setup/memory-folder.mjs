import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM = 4 * 2 ** 30

/**
 * A folder for the temporary files of a test run, in memory if there is room: tests that wait for the disk at every commit
 * would otherwise wait a fifth of the time. The caller deletes it.
 */
export function makeTestFolder() {
  return mkdtempSync(path.join(hasRoomInMemory() ? IN_MEMORY : os.tmpdir(), 'vitrine-test-'))
}

export function removeTestFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

function hasRoomInMemory() {
  try {
    // Containers allow no programs there, which some tests write.
    const mount = readFileSync('/proc/mounts', 'utf8').match(
      new RegExp(`^\\S+ ${IN_MEMORY} tmpfs (\\S+)`, 'm'),
    )
    if (!mount || mount[1].split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory() / 2) >= ROOM
  } catch {
    return false
  }
}
