/** Placeholder for a value while a query is compiled. */
export class Slot {
  readonly name: string
  readonly isText: boolean
  constructor(name: string, isText: boolean) {
    this.name = name
    this.isText = isText
  }
}
