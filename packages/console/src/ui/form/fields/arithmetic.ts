import { latinDigits } from './number-text.ts'

/** What a typed sum refers to. */
export interface Known {
  /** The number before; a leading `*` or `/`, and `+` of a number, apply to it. */
  value: number
  /** What `%` is a share of. */
  whole: number
}

/** The most characters of a sum. */
const LONGEST = 200

/**
 * The result of `100+20`, `50%`, `/2`, or `(1920-80)/3`; `undefined` if it can't be read, or isn't a number. A leading
 * minus is a sign: `-20` is a place, not a step.
 */
export function computed(typed: string, { value, whole }: Known): number | undefined {
  const text = latinDigits(typed.slice(0, LONGEST))
    .replaceAll(/[,\u066b]/g, '.')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .replaceAll('٪', '%')
  const parts: string[] = text.match(/\d+(?:\.\d*)?|\.\d+|\S/g) ?? []
  if (/^[*/+]$/.test(parts[0] ?? '')) parts.unshift(String(value))
  const sum = new Sum(parts, whole)
  const result = sum.read()
  return result !== undefined && Number.isFinite(result) ? result : undefined
}

/** Reads a sum by recursive descent: terms, factors, and numbers. */
class Sum {
  #at = 0
  #isWrong = false
  readonly #parts: readonly string[]
  readonly #whole: number

  constructor(parts: readonly string[], whole: number) {
    this.#parts = parts
    this.#whole = whole
  }

  read(): number | undefined {
    const result = this.#terms()
    return this.#isWrong || this.#at < this.#parts.length ? undefined : result
  }

  #take(wanted: string): boolean {
    if (this.#parts[this.#at] !== wanted) return false
    this.#at += 1
    return true
  }

  #terms(): number {
    let result = this.#factors()
    for (;;) {
      if (this.#take('+')) result += this.#factors()
      else if (this.#take('-')) result -= this.#factors()
      else return result
    }
  }

  #factors(): number {
    let result = this.#factor()
    for (;;) {
      if (this.#take('*')) result *= this.#factor()
      else if (this.#take('/')) result /= this.#factor()
      else return result
    }
  }

  #factor(): number {
    if (this.#take('-')) return -this.#factor()
    const result = this.#take('(') ? this.#inside() : this.#number()
    return this.#take('%') ? (result / 100) * this.#whole : result
  }

  #inside(): number {
    const result = this.#terms()
    if (!this.#take(')')) this.#isWrong = true
    return result
  }

  #number(): number {
    const part = this.#parts[this.#at]
    this.#at += 1
    if (part !== undefined && /^[\d.]+$/.test(part) && /\d/.test(part)) return Number(part)
    this.#isWrong = true
    return 0
  }
}
