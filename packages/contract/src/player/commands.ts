import type { Action } from '#fields/actions.ts'

/**
 * A command that a screen runs immediately (`event: command` on its stream): once, not after `expiresAt`, and then it
 * reports the result. A restart drops commands; what a screen plays is in its manifest.
 */

/** Seconds after which both server and screen drop a command. */
export const COMMAND_SECONDS = 10

/** Maximum characters kept of a machine's log, from its end. */
export const MACHINE_LOG_CHARACTERS = 100_000

/** Commands that the machine's helper carries out, which `kiosk.sh` installs. */
export const MACHINE_KINDS = ['log', 'restart-browser', 'update-kiosk', 'reboot'] as const
export type MachineKind = (typeof MACHINE_KINDS)[number]

/** Commands that people can send from a screen's page. */
export const COMMAND_KINDS = [
  'reload',
  'identify',
  'screenshot',
  'clear-cache',
  'repair',
  ...MACHINE_KINDS,
] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]

export const isMachineKind = (kind: CommandKind): kind is MachineKind =>
  (MACHINE_KINDS as readonly CommandKind[]).includes(kind)

/** `signature`: HMAC-SHA256 of "kind id expiresAt" with the hash of the machine's key, in hexadecimal. */
export interface MachineOrder {
  kind: MachineKind
  id: string
  expiresAt: number
  signature: string
}

/** A step of connecting two screens; `call` names the connection, `description` is SDP (RFC 8866). */
export interface NeighborSignal {
  call: string
  type: 'offer' | 'answer'
  description: string
}

interface Delivery {
  id: string
  expiresAt: number
}
export type Order =
  | { kind: 'reload' }
  /** Replaces the player's own files by the server's, and restarts. */
  | { kind: 'repair' }
  /** Shows its name, large, for some seconds. */
  | { kind: 'identify' }
  /** `width` of the picture in pixels, at most. */
  | { kind: 'screenshot'; width: number }
  /** Deletes unneeded files from the cache and verifies the others. */
  | { kind: 'clear-cache' }
  /** For the helper of its machine, which carries out only what the server signed. */
  | { kind: MachineKind; order: MachineOrder }
  /** Moves to another address of the same server, if it responds and knows the screen. */
  | { kind: 'move'; address: string }
  /** Sends the server a kept file that it has lost. */
  | { kind: 'send-file'; sha256: string }
  /** Asks whether it has a file that it can share with a neighbor now. */
  | { kind: 'has-file'; sha256: string }
  /** A neighbor opens a connection (`offer`), or answers. */
  | ({ kind: 'neighbor'; from: string } & NeighborSignal)
  /** A touch on another screen. The screen runs it and never forwards it: its `target` no longer applies. */
  | { kind: 'action'; action: Action; from: string }
export type Command = Order & Delivery
