import { nearest } from '../setup/production.mjs'

/**
 * Problems of a lockfile: `npm ci` must work on every platform, so each optional package in the tree needs an entry,
 * and no entry may name its download URL.
 */
export function checkLockfile({ packages }) {
  const problems = []
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.resolved && /^https?:/.test(entry.resolved)) problems.push(`${place} names a download address`)
    for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = packages[nearest(packages, place, name)]
      if (!found || (/^\d/.test(wanted) && found.version !== wanted))
        problems.push(`${place || 'the root'} asks for ${name}@${wanted}, which has no entry`)
    }
  }
  return problems
}
