import { BinaryOperationNode, SqliteQueryCompiler, type ValueNode } from 'kysely'
import { Slot } from '#db/value-slot.ts'

/**
 * Writes a text that is compared as `cast(? as text)`. SQLite plans a query by the value of a bare parameter, and then
 * parses and plans it again in every execution, because the next value might want another plan: that takes longer than
 * most of our queries run.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitValue(node: ValueNode): void {
    const isText = typeof node.value === 'string' || (node.value instanceof Slot && node.value.isText)
    const isCompared = this.parentNode !== undefined && BinaryOperationNode.is(this.parentNode)
    const isCast = isText && isCompared && !node.immediate
    if (isCast) this.append('cast(')
    super.visitValue(node)
    if (isCast) this.append(' as text)')
  }
}
