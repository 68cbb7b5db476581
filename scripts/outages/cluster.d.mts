type Settings = Readonly<Record<string, string>>

export function startStores(options?: { durable?: boolean }): Promise<{
  settings: Settings
  stop(): Promise<void>
}>

export function startCluster(options: { stores: Settings; env: Settings; servers?: number }): Promise<{
  urls: Record<'console' | 'player' | 'content', string>
  nodes: readonly { stop(signal: NodeJS.Signals): Promise<void>; output(): string }[]
  start(main?: string, options?: readonly string[]): Promise<void>
  stop(): Promise<void>
}>
