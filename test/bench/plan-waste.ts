import type pg from 'pg'

/* What the database reads for a response, node by node, as auto_explain reports it to the connection. */

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Parent Relationship'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

export interface ExplainedStatement {
  text: string
  plan: PlanNode
}

export interface Waste {
  node: string
  read: number
  returned: number
  statement: string
}

/**
 * A table up to this size is read completely in about a millisecond, so the planner rightly prefers that to an index.
 */
const floor = 5000
const maxRatio = 10

/**
 * From now on each new connection to `name` receives the plan of every statement that it runs, also of those inside
 * functions.
 */
export async function explainAll(client: pg.Client | pg.PoolClient, name: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_level': 'notice',
  }
  for (const [key, value] of Object.entries(settings))
    await client.query(`alter database ${name} set ${key} = '${value}'`)
}

/** The statements that the connections of a pool run from now on, after `explainAll`. */
export function notePlans(pool: pg.Pool): ExplainedStatement[] {
  const noted: ExplainedStatement[] = []
  pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      const at = message?.indexOf('plan:\n') ?? -1
      if (!message?.startsWith('duration:') || at < 0) return
      const entry = JSON.parse(message.slice(at + 6)) as { 'Query Text': string; Plan: PlanNode }
      noted.push({ text: entry['Query Text'].replaceAll(/\s+/g, ' ').trim(), plan: entry.Plan })
    }),
  )
  return noted
}

const outOf = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']
/** Nodes that return no rows, or whose rows are not counted. */
const rowless = ['ModifyTable', 'LockRows', 'BitmapAnd', 'BitmapOr']
/** The inputs of a node. Subqueries of a condition or column are judged separately. */
const inputsOf = ({ Plans = [] }: PlanNode) =>
  Plans.filter((part) => !['InitPlan', 'SubPlan'].includes(part['Parent Relationship'] ?? ''))

/** The number of rows that a node reads: those of its inputs, or those of its table including discarded ones. */
function readBy(node: PlanNode): number {
  const inputs = inputsOf(node)
  const thrown = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const taken = inputs.length > 0 ? Math.max(...inputs.map(outOf)) : outOf(node)
  return Math.max(taken, outOf(node) + thrown * node['Actual Loops'])
}

/** An aggregate over the result of a limit is bounded by the limit. */
function isBounded(node: PlanNode): boolean {
  const [input] = inputsOf(node)
  if (node['Node Type'] === 'Limit') return true
  return ['Aggregate', 'Subquery Scan', 'Result'].includes(node['Node Type']) && input !== undefined && isBounded(input)
}

/** The nodes that read more than ten times what they return. */
export function wasteOf({ text, plan }: ExplainedStatement): Waste[] {
  const found: Waste[] = []
  const visit = (node: PlanNode) => {
    const [read, returned] = [readBy(node), outOf(node)]
    if (!rowless.includes(node['Node Type']) && read > Math.max(floor, maxRatio * returned) && !isBounded(node)) {
      const of = [node['Relation Name'], node['Index Name']].filter(Boolean).join(' ')
      found.push({ node: `${node['Node Type']}${of && ` ${of}`}`, read, returned, statement: text })
    }
    for (const part of node.Plans ?? []) visit(part)
  }
  visit(plan)
  return found
}

/** The number of rows that a statement reads from tables. */
export function rowsRead(plan: PlanNode): number {
  const parts = plan.Plans ?? []
  const own = inputsOf(plan).length === 0 && plan['Relation Name'] ? readBy(plan) : 0
  return parts.reduce((sum, part) => sum + rowsRead(part), own)
}
