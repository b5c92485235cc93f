import { createHash } from 'node:crypto'
import pg from 'pg'
import { type MomentNeed, needOfMoment } from './moment.ts'

/** Of statements without values those that are worth a name: others, as begin, are not planned. */
export const isQuery = /^(select|with)\s/
const maxKnown = 1000
/** How many statements a session has prepared: each takes memory for its tree and its plan. */
export const maxPrepared = 400

interface Statement {
  /** PostgreSQL parses a statement that has one once a session, and may keep its plan. */
  name: string | undefined
  moment: MomentNeed
}
const known = new Map<string, Statement>()

/**
 * What a statement is by its text, worked out once while it is among the last 1,000 that were new. It gets its name when it is sent
 * again: texts that are put together for one choice of filters may never come twice.
 */
export function describeStatement(text: string): Statement {
  const found = known.get(text)
  if (found) {
    found.name ??= nameOf(text)
    return found
  }
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= maxKnown) known.delete(oldest)
  const first: Statement = { name: undefined, moment: needOfMoment(text) }
  known.set(text, first)
  return first
}

const nameOf = (text: string): string | undefined =>
  text.startsWith('/* plan each time */')
    ? undefined
    : `w${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`

/** invalid_sql_statement_name: it was never prepared, because its transaction had failed before. */
const isUnknown = '26000'

/** What takes a prepared statement from its session: one that is sent after it under that name is prepared anew. */
export function deallocation(name: string, onFailure: () => void): pg.Query {
  const query = new pg.Query(`deallocate "${name}"`, (error: (Error & { code?: string }) | undefined) => {
    if (error && error.code !== isUnknown) onFailure()
  })
  const { submit } = query
  query.submit = (connection) => {
    // What pg takes for prepared; its types leave that out.
    const { parsedStatements } = connection as pg.Connection & { parsedStatements: Record<string, string> }
    delete parsedStatements[name]
    return submit.call(query, connection)
  }
  return query
}
