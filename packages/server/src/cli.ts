import { requireNode } from './node-version.ts'

// Imported later: an older Node can't load the rest, and would print a stack.
requireNode(1)
await import('./run-cli.ts')
