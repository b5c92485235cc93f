import { createHash } from 'node:crypto'
import pg from 'pg'
import { type MomentNeed, needOfMoment } from './moment.ts'

/** Statements without values that are worth preparing: others, such as BEGIN, are not planned. */
export const isQuery = /^(select|with)\s/
const maxKnown = 1000
/** Maximum number of prepared statements per session: each takes memory for its parse tree and its plan. */
export const maxPrepared = 400

interface Statement {
  /** The name of the prepared statement: PostgreSQL parses it once per session and may cache its plan. Undefined: not prepared. */
  name: string | undefined
  moment: MomentNeed
}
const known = new Map<string, Statement>()

/**
 * Describes a statement by its text, with a cache of the last 1,000 new texts. It gets its name, and so is prepared, only when it
 * is sent for the second time: a text that was built for one combination of filters may never be sent again.
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

/** SQLSTATE invalid_sql_statement_name: it was never prepared, because its transaction had failed before. */
const isUnknown = '26000'

/** The query that deallocates a prepared statement; it is prepared again the next time it is sent. */
export function deallocation(name: string, onFailure: () => void): pg.Query {
  const query = new pg.Query(`deallocate "${name}"`, (error: (Error & { code?: string }) | undefined) => {
    if (error && error.code !== isUnknown) onFailure()
  })
  const { submit } = query
  query.submit = (connection) => {
    // pg's own list of prepared statements, which is missing in its types.
    const { parsedStatements } = connection as pg.Connection & { parsedStatements: Record<string, string> }
    delete parsedStatements[name]
    return submit.call(query, connection)
  }
  return query
}
