import { EVERYTHING, type Reach } from '@vitrine/contract/permissions'
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
  type QueryId,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import type { Condition, Limit, Use } from './conditions.ts'
import { isPostgres } from './database.ts'
import { FILED, isInReach } from './library.ts'
import { isByBuilding } from './places.ts'
import { isLedTo, reachCondition } from './reach.ts'
import { type Db, type TableName, tenantColumn } from './schema.ts'

/**
 * A database limited to one organization's rows. Every table of every select, join, update and delete gets the tenant
 * condition, every insert must have the organization's id; a query that can't be bound is refused. `reach`: also limited to
 * what a caller reaches. `onMove`: in a call that writes; called when it sets the place of a thing.
 */
export function scoped(db: Db, organizationId: string, reach = EVERYTHING, onMove?: OnMove): Db {
  const own = ofOne.get(db)?.(organizationId) ?? db
  return bind(own, { organizationId, reach, isPostgres: isPostgres(own) }, onMove)
}

/** `into`: the folder that a call puts something into (null is Root), or that it creates; undefined: it moves a screen. */
export type OnMove = (into?: string | null) => void

function bind(own: Db, limit: Limit, onMove?: OnMove): Db {
  const bound = own.withPlugin(tenantPlugin(limit, onMove))
  tenants.set(bound, { own, limit, onMove })
  return bound
}

interface Bound {
  own: Db
  limit: Limit
  onMove: OnMove | undefined
}
const tenants = new WeakMap<Db, Bound>()

/**
 * The whole organization of a database, for what must not depend on the caller's reach, and isn't answered: what plays on
 * a screen, limits, and whether something is in use.
 */
export function whole(db: Db): Db {
  const { own, limit } = tenants.get(db) ?? {}
  return own && limit && isLimitedBy(limit) ? bind(own, withReach(limit, EVERYTHING)) : db
}

/** In a writing call, also what the caller can read: the group and the place that a screen may keep. */
export function readable(db: Db): Db {
  const { own, limit } = tenants.get(db) ?? {}
  if (!own || !limit || !isLimitedBy(limit)) return db
  const { seen } = limit.reach
  return bind(own, seen ? withReach(limit, seen) : limit)
}

/**
 * For what is in buildings that a bound query has found. Where only whole buildings were chosen, all of it is in reach, and
 * reading the list of these once more for each query would cost more than the query.
 */
export function insideFound(db: Db): Db {
  const { limit } = tenants.get(db) ?? {}
  return limit && isByBuilding(limit) ? whole(db) : db
}

/** For a call whose input decides what it changes: the same database, as far as its caller reaches that. */
export function reaching(db: Db, reach: Reach): Db {
  const { own, limit, onMove } = tenants.get(db) ?? {}
  return own && limit && limit.reach !== reach ? bind(own, withReach(limit, reach), onMove) : db
}

/** The conditions of a limit belong to its reach. */
function withReach({ made: _, ...limit }: Limit, reach: Reach): Limit {
  return { ...limit, reach }
}

/**
 * What someone reaches of a bound organization, as their calls find or change it: for an answer about them to a caller
 * who reaches at least as much.
 */
export function asReached(db: Db, reach: Reach, use: 'found' | 'changed'): Db {
  const { own, limit } = tenants.get(db) ?? {}
  if (!own || !limit) throw new Error('A reach needs a database that is bound to an organization')
  return bind(own, withReach(limit, reach), use === 'changed' ? () => {} : undefined)
}

/** Also media that pages and other things in reach show: to read by id, and to name in what shows them already. */
export function shown(db: Db): Db {
  const { own, limit } = tenants.get(db) ?? {}
  if (!own || !limit || limit.reach.folders.length === 0) return db
  const { made: _, ...unmade } = limit
  return bind(own, { ...unmade, isShown: true })
}

/** Whether a database has the screens of a part of its organization only. */
export const isPartial = (db: Db): boolean => (tenants.get(db)?.limit.reach.places.length ?? 0) > 0

/** Whether a database has some folders of the media library only, and nothing that is at Root. */
export const hasFolders = (db: Db): boolean => (tenants.get(db)?.limit.reach.folders.length ?? 0) > 0

/** Whether a database has only the rows of a table that are in some folders of the media library. */
export const isByFolder = (db: Db, table: TableName): boolean => hasFolders(db) && Object.hasOwn(FILED, table)

/** Whether a folder, by its id, is in reach; undefined where all are. Queries of lists have it besides their own condition. */
export function folderCondition(db: Db, folderId: Condition): Condition | undefined {
  const limit = tenants.get(db)?.limit
  return limit && limit.reach.folders.length > 0 ? isInReach(limit, folderId) : undefined
}

const isLimitedBy = ({ reach }: Limit) => reach.places.length + reach.folders.length > 0

const ofOne = new WeakMap<Db, (organizationId: string) => Db>()

/** For a database that needs to know which organization a query is for: `of` returns the one to bind. */
export const onBind = (db: Db, of: (organizationId: string) => Db): void => void ofOne.set(db, of)

/** The organization that a database is bound to; undefined for one that reaches all of them. */
export const tenantOf = (db: Db): string | undefined => tenants.get(db)?.limit.organizationId

function tenantPlugin(limit: Limit, onMove?: OnMove): KyselyPlugin {
  const transformer = new TenantTransformer(limit, onMove)
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

/** Queries with their conditions, and the limits of these: one inside of another one is bound first, and again with it. */
const boundQueries = new WeakMap<SelectQueryNode, { limit: Limit; found: Use }>()

/** `left join device_groups on device_groups.id = devices.deviceGroupId`: rows that are bound lead to it. */
function isJoinedByKey(limit: Limit, { table, on }: JoinNode): boolean {
  if (!TableNode.is(table) || !on || !BinaryOperationNode.is(on.on)) return false
  const { leftOperand, rightOperand, operator } = on.on
  const [left, right] = [nameOf(leftOperand), nameOf(rightOperand)]
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  return isEqual && left !== undefined && right !== undefined && isLedTo(limit, left, right)
}

function nameOf(node: OperationNode): string | undefined {
  if (!ReferenceNode.is(node) || !node.table || !ColumnNode.is(node.column)) return undefined
  return `${node.table.table.identifier.name}.${node.column.column.name}`
}

const PLACES_OF_SCREENS = ['deviceGroupId', 'floorId']
/** Tables whose rows are in a folder, without those that belong to another row. */
const IN_FOLDERS: Partial<Record<string, readonly string[]>> = {
  folders: [],
  media: ['cardId'],
  decks: [],
  conversions: ['mediaId', 'deckId'],
}

class TenantTransformer extends OperationNodeTransformer {
  readonly #organizationId: string
  readonly #limit: Limit
  readonly #found: Use
  readonly #onMove: OnMove | undefined

  constructor(limit: Limit, onMove?: OnMove) {
    super()
    this.#organizationId = limit.organizationId
    this.#limit = limit
    this.#found = onMove ? 'changed' : 'found'
    this.#onMove = isLimitedBy(limit) ? onMove : undefined
  }

  /**
   * The condition for a table in a FROM or JOIN; undefined for subqueries (bound separately) and global tables. `isLed`: a
   * bound row leads to it.
   */
  #condition(source: OperationNode, use: Use, isLed = false): OperationNode | undefined {
    const node = AliasNode.is(source) ? source.node : source
    if (!TableNode.is(node)) return undefined
    const table = node.table.identifier.name
    const column = tenantColumn(table)
    if (!column) return undefined
    const name = AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : table
    const owned = BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create(column), TableNode.create(name)),
      OperatorNode.create('='),
      ValueNode.create(this.#organizationId),
    )
    const placed = isLed ? undefined : reachCondition(this.#limit, table, name, use)
    return placed ? AndNode.create(owned, placed) : owned
  }

  #where<T extends { where?: WhereNode }>(node: T, sources: readonly OperationNode[], use: Use): T {
    const conditions = sources
      .map((source) => this.#condition(source, use))
      .filter((found) => found !== undefined)
    if (conditions.length === 0) return node
    const all = conditions.reduce((left, right) => AndNode.create(left, right))
    const where = node.where ? AndNode.create(ParensNode.create(node.where.where), all) : all
    return { ...node, where: WhereNode.create(where) }
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    if (this.#isBound(node)) return node
    const inner = super.transformSelectQuery(node, queryId)
    const query = this.#where(inner, inner.from?.froms ?? [], this.#found)
    boundQueries.set(query, { limit: this.#limit, found: this.#found })
    return query
  }

  #isBound(node: SelectQueryNode): boolean {
    const { limit, found } = boundQueries.get(node) ?? {}
    const { organizationId, reach, isShown } = this.#limit
    const isSame =
      limit?.organizationId === organizationId && limit.reach === reach && limit.isShown === isShown
    return isSame && found === this.#found
  }

  /** In ON instead of WHERE, so that an outer join stays an outer join. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const inner = super.transformJoin(node, queryId)
    const condition = this.#condition(inner.table, 'joined', isJoinedByKey(this.#limit, inner))
    return condition ? Joins.cloneWithOn(inner, condition) : inner
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const inner = super.transformUpdateQuery(node, queryId)
    for (const update of inner.updates ?? [])
      if (ColumnNode.is(update.column)) {
        const { name } = update.column.column
        if (name === 'organizationId') throw new Error("A row can't change its organization")
        if (PLACES_OF_SCREENS.includes(name)) this.#onMove?.()
        if (name === 'folderId' && isFiled(inner.table)) this.#noteFolder(plain(update.value))
      }
    return this.#where(
      inner,
      [...(inner.table ? [inner.table] : []), ...(inner.from?.froms ?? [])],
      'changed',
    )
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const inner = super.transformDeleteQuery(node, queryId)
    return this.#where(inner, inner.from.froms, 'changed')
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const table = node.into?.table.identifier.name ?? ''
    if (table === 'devices') this.#onMove?.()
    if (this.#limit.reach.folders.length > 0) this.#noteFolders(table, node)
    const column = tenantColumn(table)
    if (column) {
      const index = node.columns?.findIndex((each) => each.column.name === column) ?? -1
      const rows = node.values && ValuesNode.is(node.values) ? node.values.values : []
      const bound = rows.every((row) => plain(row.values[index]) === this.#organizationId)
      if (index < 0 || rows.length === 0 || !bound)
        throw new Error(`An insert into ${table} must have the bound ${column}`)
    }
    return super.transformInsertQuery(node, queryId)
  }

  /** A new folder is in reach if its parent is; other rows, if their folder is. */
  #noteFolders(table: string, { columns = [], values }: InsertQueryNode): void {
    const others = IN_FOLDERS[table]
    if (!others || !values || !ValuesNode.is(values)) return
    const names = columns.map(({ column }) => column.name)
    for (const row of values.values) {
      const of = (name: string) => plain(row.values[names.indexOf(name)]) ?? null
      if (others.every((name) => of(name) === null))
        this.#noteFolder(of(table === 'folders' ? 'id' : 'folderId'))
    }
  }

  #noteFolder(id: unknown): void {
    if (this.#limit.reach.folders.length > 0) this.#onMove?.(id === null ? null : String(id))
  }
}

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && ValueNode.is(value as OperationNode)
    ? (value as ValueNode).value
    : value

const isFiled = (table: OperationNode | undefined) =>
  table !== undefined && TableNode.is(table) && Object.hasOwn(IN_FOLDERS, table.table.identifier.name)
