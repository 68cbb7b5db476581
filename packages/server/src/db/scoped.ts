import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  JoinNode as Joins,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  type QueryId,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import { type Db, tenantColumn } from './schema.ts'

/**
 * A database limited to one organization's rows. Every table of every select, join, update and delete gets the tenant
 * condition, every insert must have the organization's id; a query that can't be bound is refused.
 */
export function scoped(db: Db, organizationId: string): Db {
  const own = ofOne.get(db)?.(organizationId) ?? db
  const bound = own.withPlugin(tenantPlugin(organizationId))
  tenants.set(bound, organizationId)
  return bound
}

const tenants = new WeakMap<Db, string>()
const ofOne = new WeakMap<Db, (organizationId: string) => Db>()

/** For a database that needs to know which organization a query is for: `of` returns the one to bind. */
export const onBind = (db: Db, of: (organizationId: string) => Db): void => void ofOne.set(db, of)

/** The organization that a database is bound to; undefined for one that reaches all of them. */
export const tenantOf = (db: Db): string | undefined => tenants.get(db)

function tenantPlugin(organizationId: string): KyselyPlugin {
  const transformer = new TenantTransformer(organizationId)
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class TenantTransformer extends OperationNodeTransformer {
  readonly #organizationId: string

  constructor(organizationId: string) {
    super()
    this.#organizationId = organizationId
  }

  /** The condition for a table in a FROM or JOIN; undefined for subqueries (bound separately) and global tables. */
  #condition(source: OperationNode): OperationNode | undefined {
    const table = AliasNode.is(source) ? source.node : source
    if (!TableNode.is(table)) return undefined
    const column = tenantColumn(table.table.identifier.name)
    if (!column) return undefined
    const name =
      AliasNode.is(source) && IdentifierNode.is(source.alias)
        ? source.alias.name
        : table.table.identifier.name
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create(column), TableNode.create(name)),
      OperatorNode.create('='),
      ValueNode.create(this.#organizationId),
    )
  }

  #where<T extends { where?: WhereNode }>(node: T, sources: readonly OperationNode[]): T {
    const conditions = sources.map((source) => this.#condition(source)).filter((found) => found !== undefined)
    if (conditions.length === 0) return node
    const all = conditions.reduce((left, right) => AndNode.create(left, right))
    const where = node.where ? AndNode.create(ParensNode.create(node.where.where), all) : all
    return { ...node, where: WhereNode.create(where) }
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const inner = super.transformSelectQuery(node, queryId)
    return this.#where(inner, inner.from?.froms ?? [])
  }

  /** In ON instead of WHERE, so that an outer join stays an outer join. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const inner = super.transformJoin(node, queryId)
    const condition = this.#condition(inner.table)
    return condition ? Joins.cloneWithOn(inner, condition) : inner
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const inner = super.transformUpdateQuery(node, queryId)
    for (const update of inner.updates ?? [])
      if (ColumnNode.is(update.column) && update.column.column.name === 'organizationId')
        throw new Error("A row can't change its organization")
    return this.#where(inner, [...(inner.table ? [inner.table] : []), ...(inner.from?.froms ?? [])])
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const inner = super.transformDeleteQuery(node, queryId)
    return this.#where(inner, inner.from.froms)
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const table = node.into?.table.identifier.name ?? ''
    const column = tenantColumn(table)
    if (column) {
      const index = node.columns?.findIndex((each) => each.column.name === column) ?? -1
      const rows = node.values && ValuesNode.is(node.values) ? node.values.values : []
      const bound = rows.every((row) => {
        const value = PrimitiveValueListNode.is(row)
          ? row.values[index]
          : ValueListNode.is(row)
            ? row.values[index]
            : undefined
        const plain =
          typeof value === 'object' && value !== null && ValueNode.is(value as OperationNode)
            ? (value as ValueNode).value
            : value
        return plain === this.#organizationId
      })
      if (index < 0 || rows.length === 0 || !bound)
        throw new Error(`An insert into ${table} must have the bound ${column}`)
    }
    return super.transformInsertQuery(node, queryId)
  }
}
