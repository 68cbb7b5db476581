import { randomBytes, randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'

/** Ids sort by creation time. */
export const newId = (): string => uuidv7()

/** 256 random bits, URL-safe. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Random and long; the trailing digit satisfies the rule for new passwords. */
export const newPassword = (): string => `${newSecret().slice(0, 14)}7`

/** Six digits. */
export const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0')
