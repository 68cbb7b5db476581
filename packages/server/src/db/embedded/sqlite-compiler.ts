import {
  BinaryOperationNode,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  SqliteQueryCompiler,
  type ValueNode,
} from 'kysely'

/**
 * Writes compared text as `cast(? as text)`, and limits as `cast(? as integer)`. With a bare parameter, SQLite plans by
 * its value, and parses and plans again on every execution, because the next value might need another plan: that takes
 * longer than most of our queries run.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitValue(node: ValueNode): void {
    const isCompared = this.parentNode !== undefined && BinaryOperationNode.is(this.parentNode)
    const isCast = typeof node.value === 'string' && isCompared && !node.immediate
    if (isCast) this.append('cast(')
    super.visitValue(node)
    if (isCast) this.append(' as text)')
  }

  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#castToInteger(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#castToInteger(offset)
  }

  #castToInteger(node: OperationNode): void {
    this.append('cast(')
    this.visitNode(node)
    this.append(' as integer)')
  }
}
