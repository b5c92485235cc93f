import { mayCall } from '#shared/access/can.ts'
import type { Cell, ExportedList } from './exported-list.ts'
import type { Page } from '#shared/http/paging.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { messageOf } from '#shared/http/issue-messages.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import type { Serve } from '#server/http/serve.ts'

/** A validated export request: the list's filters and order, and the file's format. */
export type ExportChoice = { format: 'csv' | 'xlsx'; columns?: string[]; ids?: string[] } & Record<string, unknown>
type Rows<Row = never> = AsyncIterable<readonly Row[]>
/** The rows of a list whose file has more than its pages. */
export type OwnRows = (db: Db, choice: never) => Rows<unknown>

export interface ExportSource {
  list: ExportedList
  /** All rows of the list that the caller may see, in its order, in batches. */
  rows(db: Db, caller: Caller, choice: ExportChoice): Rows
  count(db: Db, caller: Caller, choice: ExportChoice): Promise<number>
}

const batchSize = 500

/** Reads a list through its own endpoint, page by page: fields that the user may not see in the list are not in the file either. */
export function sourceOf({ answerOf }: Pick<Serve, 'answerOf'>, list: ExportedList, own?: OwnRows): ExportSource {
  const page = (db: Db, caller: Caller, choice: ExportChoice, pageQuery: object) => {
    const { format: _, columns: __, ids: ___, ...filter } = choice
    return answerOf(list.list)({ db, caller, query: { ...filter, ...pageQuery } }) as Promise<Page<never>>
  }
  async function* pages(db: Db, caller: Caller, choice: ExportChoice) {
    let cursor: string | null = null
    do {
      const { data, nextCursor }: Page<never> = await page(db, caller, choice, {
        limit: batchSize,
        cursor: cursor ?? undefined,
      })
      if (data.length > 0) yield data
      cursor = nextCursor
    } while (cursor)
  }
  return {
    list,
    rows(db, caller, choice) {
      const { format: _, columns: __, ids, ...filter } = choice
      const all = own ? (own(db, filter as never) as Rows) : pages(db, caller, choice)
      return ids ? named(all, ids) : all
    },
    count: async (db, caller, choice) =>
      choice.ids?.length ?? (await page(db, caller, choice, { limit: 1, countAll: true })).total,
  }
}

/** The rows with these ids, in the list's order; stops reading after the last of them. */
async function* named(all: Rows, ids: readonly string[]): Rows {
  const wanted = new Set(ids)
  for await (const rows of all) {
    const found = rows.filter((row: { id?: string }) => row.id !== undefined && wanted.delete(row.id))
    if (found.length > 0) yield found
    if (wanted.size === 0) return
  }
}

/** The requested columns; all if none are. */
export const columnsOf = ({ columns }: ExportedList, names: readonly string[] = Object.keys(columns)) =>
  names.map((name) => {
    const [header, cell] = (columns as Record<string, readonly [string, (row: never) => Cell]>)[name] ?? []
    if (header === undefined || !cell) throw new Error(`${name} is no column`)
    return { header, cell }
  })

/** Throws FORBIDDEN for a list that the caller may not see, INVALID for filters that it doesn't have. */
export function checkedChoice(list: ExportedList, caller: Caller, query: object): ExportChoice {
  if (!mayCall(caller, list.file.spec.access)) throw new Refusal('FORBIDDEN')
  const parsed = list.file.spec.query.safeParse(query, { reportInput: true })
  if (parsed.success) return parsed.data as ExportChoice
  const fields = Object.fromEntries(
    parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [`query.${key}`, 'is not known'])
        : [[['query', ...issue.path].join('.'), messageOf(issue)]],
    ),
  )
  const messages = Object.entries(fields).map((one) => one.join(': '))
  throw new Refusal('INVALID', messages.join('; '), { fields })
}
