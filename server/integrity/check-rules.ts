import { type RawBuilder, sql } from 'kysely'
import type { StateMachine } from '#shared/state-machine.ts'

/* The building blocks of the integrity checks. */

export interface Check {
  /** Never changes: stored results refer to it. The letter and number are the invariant's. */
  id: string
  /** A whole sentence that states what must be true. */
  title: string
  /**
   * Selects the rows that break it: kind, id, name, says, explained. One pass over each table, whatever its size: no correlated
   * subqueries.
   */
  rows: string | RawBuilder<unknown>
}

export const sqlOf = ({ rows }: Check): RawBuilder<unknown> => (typeof rows === 'string' ? sql.raw(rows) : rows)

export const key = 'item_id, location_id, lot_id'

/** Reports broken balances with their item, location and lot; `broken` has the balance's key. */
export const balances = (broken: string, found: string, explained: string) => `select i.kind, i.id,
    i.name || ' in ' || p.name || case when l.id <> i.id then ', lot ' || l.lot_number else '' end as name,
    ${found} as says, ${explained} as explained
  from (${broken}) x join items i on i.id = x.item_id join locations p on p.id = x.location_id join lots l on l.id = x.lot_id`

/** Reports items; `broken` has item_id, says, explained. */
export const items = (broken: string) => `select i.kind, i.id, i.name, x.says, x.explained
  from (${broken}) x join items i on i.id = x.item_id`

/** Reports documents by number; `broken` has id, says, explained. */
export const documents = (kind: string, table: string, broken: string) =>
  `select '${kind}' as kind, d.id, d.number as name, x.says, x.explained from (${broken}) x join ${table} d on d.id = x.id`

/** Reports records by name; `broken` has id, says, explained. */
export const records = (kind: string, table: string, broken: string, name = 'd.name') =>
  `select '${kind}' as kind, d.id, ${name} as name, x.says, x.explained from (${broken}) x join ${table} d on d.id = x.id`

/**
 * Document lines with two sums that differ: `wanted` has id (of the document), line, quantity; `there` has line, quantity.
 * `found` and `explained` are the words before the two figures.
 */
export const unequal = (wanted: string, there: string, found: string, explained: string, sign = '<>') =>
  `select w.id, '${found} ' || coalesce(t.quantity, 0) as says, '${explained} ' || w.quantity as explained
    from (${wanted}) w left join (${there}) t on t.line = w.line where coalesce(t.quantity, 0) ${sign} w.quantity`

/** Sums the ledger by line for one kind of document; `and` narrows the entries. */
export const booked = (source: string, sum = 'sum(d_on_hand)', and = 'true') =>
  `select source_line_id as line, ${sum} as quantity from stock_entry where source_type = '${source}' and ${and} group by 1`

/** Sums the open commitments by line for one kind of document. */
export const held = (source: string) =>
  `select source_line_id as line, sum(quantity) as quantity from commitment
    where source_type = '${source}' and state = 'open' group by 1`

export const money = (column: string) => `to_char(${column} / 100.0, 'FM999999999999990.00')`

/** Documents with an amount that is not the sum of other rows. `sum` selects document and total. */
export const sums = (kind: string, table: string, column: string, found: string, sum: string, where = 'true') =>
  `select '${kind}' as kind, d.id, d.number as name, '${found} ' || ${money(`d.${column}`)} as says,
      'rows add up to ' || ${money('coalesce(s.total, 0)')} as explained
    from ${table} d left join (${sum}) s on s.document = d.id where ${where} and d.${column} <> coalesce(s.total, 0)`

interface TransitionPath {
  kind: string
  table: string
  /** The column that holds its status. */
  status?: string
  /** The recorded transitions: table, columns of the document's id and the transition's name, condition for rows. */
  moves: string
  document: string
  /** Null if only statuses are recorded, not the names of transitions. */
  move?: string | null
  where?: string
  documents?: string
  name?: string
  machine: Pick<StateMachine<string, string>, 'moves'>
  /** The initial status or statuses. */
  initial: string | readonly string[]
  /** Events may be recorded that leave the status unchanged. */
  mayStay: boolean
  /** The initial status is not recorded: a document without transitions has it. */
  isBorn?: boolean
}

/** Documents whose status doesn't result from their recorded transitions, each of which must be allowed. */
export function transitionPath(path: TransitionPath): string {
  const { kind, table, status = 'status', moves, document, move = 'move', where = 'true', machine } = path
  const { documents: which = 'true', name = 'd.number', mayStay, isBorn = false } = path
  const initial = [path.initial].flat()
  const steps = Object.entries(machine.moves).flatMap(([one, { from, to }]) =>
    from.map((before) => `('${move ? one : 'any'}', '${before}', '${to}')`),
  )
  const first = isBorn ? `'${initial[0]}'` : 'null::text'
  return `select '${kind}' as kind, d.id, ${name} as name, 'status ' || d.${status} as says,
      case when w.doc is null then ${isBorn ? `'no move is recorded since ${initial[0]}'` : `'no move is recorded'`}
        when w.strays > 0 then 'a recorded move is not allowed'
        else 'its moves lead to ' || w.reached end as explained
    from ${table} d left join (
      select doc, count(*) filter (where not allowed) as strays, max(to_status) filter (where is_last) as reached from (
        select doc, to_status, is_last, case when before is null then from_status is null and to_status in ('${initial.join(`', '`)}')
            else from_status = before and (${mayStay ? 'from_status = to_status or ' : ''}a.move is not null) end as allowed
        from (select ${document} as doc, ${move ?? `'any'`} as move, from_status, to_status,
            lag(to_status, 1, ${first}) over steps as before, lead(id) over steps is null as is_last
          from ${moves} where ${where} window steps as (partition by ${document} order by id)) m
        left join (select distinct * from (values ${steps.join(', ')}) v) a(move, f, t)
          on (a.move, a.f, a.t) = (m.move, m.from_status, m.to_status)) s
      group by doc) w on w.doc = d.id
    where ${which} and (w.strays > 0 or coalesce(w.reached, ${isBorn ? `'${initial[0]}'` : `''`}) <> d.${status})`
}
