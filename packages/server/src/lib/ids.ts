import { randomBytes, randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'

/** Ids sort by the time they were made. */
export const newId = (): string => uuidv7()

/** 256 random bits, safe in addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Six digits. */
export const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0')
