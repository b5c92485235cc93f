import { mayCall } from '#shared/access/can.ts'
import type { Cell, ExportedList } from './exported-list.ts'
import type { Page } from '#shared/http/paging.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { messageOf } from '#shared/http/issue-messages.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import type { Serve } from '#server/http/serve.ts'

/** What is asked of a list's file, checked: the list's filters and order, and how the file is to be written. */
export type ExportChoice = { format: 'csv' | 'xlsx'; columns?: string[]; ids?: string[] } & Record<string, unknown>
type Rows<Row = never> = AsyncIterable<readonly Row[]>
/** Of a list whose file holds more than its pages do. */
export type OwnRows = (db: Db, choice: never) => Rows<unknown>

export interface ExportSource {
  list: ExportedList
  /** Every row that the list shows to the one who asks, in its order, a batch at a time. */
  rows(db: Db, caller: Caller, choice: ExportChoice): Rows
  count(db: Db, caller: Caller, choice: ExportChoice): Promise<number>
}

const batchSize = 500

/** A list as its own call answers it, page after page: whoever may not see something in the list does not get it in the file. */
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

/** Of all rows of a list those with these ids, in the list's order; nothing is read beyond the last of them. */
async function* named(all: Rows, ids: readonly string[]): Rows {
  const wanted = new Set(ids)
  for await (const rows of all) {
    const found = rows.filter((row: { id?: string }) => row.id !== undefined && wanted.delete(row.id))
    if (found.length > 0) yield found
    if (wanted.size === 0) return
  }
}

/** The columns that were asked for, all when none were. */
export const columnsOf = ({ columns }: ExportedList, names: readonly string[] = Object.keys(columns)) =>
  names.map((name) => {
    const [header, cell] = (columns as Record<string, readonly [string, (row: never) => Cell]>)[name] ?? []
    if (header === undefined || !cell) throw new Error(`${name} is no column`)
    return { header, cell }
  })

/** Throws FORBIDDEN for a list that the one who asks may not see, INVALID for filters that it does not have. */
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
