import { expect, test } from 'vitest'
import { z } from 'zod'
import { tasks } from '#shared/reports/work-queue-api.ts'
import { standardViews, standardViewsOf } from '#shared/settings/standard-views.ts'
import { exportedLists } from '#server/exported-lists.ts'
import { startServer } from '#test/server.ts'

type Row = Record<string, unknown> & { id: string }

/** Filters with a fixed set of values, for which a view is useful. */
function choicesOf(query: z.ZodObject): string[] {
  return Object.entries(query.shape as Record<string, z.ZodType>).flatMap(([name, type]) =>
    name !== 'sort' && type instanceof z.ZodOptional && type.unwrap() instanceof z.ZodEnum ? [name] : [],
  )
}

/** Lists of few or simple records, for which search is enough. */
const withoutViews = ['attributes', 'locations']

test('[UI-02] every list with filters has standard views, and each view shows exactly its rows', async () => {
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  const named = new Set(exportedLists.map(({ name }) => name))
  expect(Object.keys(standardViews).filter((name) => !named.has(name))).toEqual([])
  const wrong: string[] = []
  let shown = 0
  for (const { name, list } of exportedLists) {
    const views = standardViewsOf(name)
    if (views.length === 0 && choicesOf(list.spec.query).length > 0 && !withoutViews.includes(name))
      wrong.push(`${name} has no view`)
    const rowsOf = async (query: Readonly<Record<string, string>>) => {
      const rows: Row[] = []
      let cursor: string | null = null
      do {
        const address = new URLSearchParams({ ...query, limit: '200', ...(cursor && { cursor }) })
        const { status, body } = await admin.send('GET', `${list.path}?${address}`)
        expect([name, query, status]).toEqual([name, query, 200])
        const page = body as unknown as { data: Row[]; nextCursor: string | null }
        rows.push(...page.data)
        cursor = page.nextCursor
      } while (cursor)
      return rows
    }
    const all = views.length > 0 ? await rowsOf({}) : []
    const names = views.map((view) => view.name)
    if (new Set(names).size < names.length) wrong.push(`${name} has two views of one name`)
    for (const view of views) {
      const rows = await rowsOf({ ...view.filter, sort: view.sort })
      shown += rows.length
      const ids = new Set(rows.map(({ id }) => id))
      const columns = Object.entries(view.filter).filter(([field, value]) => all.some((row) => row[field] === value))
      // A filter value without a column of that value narrows the rows further.
      const isNarrowed = columns.length < Object.keys(view.filter).length
      const expected = all.filter((row) => columns.every(([field, value]) => row[field] === value))
      const isWhole = isNarrowed
        ? rows.every(({ id }) => expected.some((row) => row.id === id))
        : expected.length === rows.length
      if (columns.length > 0 && (!isWhole || (!isNarrowed && expected.some(({ id }) => !ids.has(id)))))
        wrong.push(`${view.name} of ${name} shows ${rows.length} rows of ${expected.length}`)
      if (rows.length > all.length) wrong.push(`${view.name} of ${name} shows more than the list`)
    }
  }
  expect(wrong).toEqual([])
  expect(shown).toBeGreaterThan(100)
}, 300_000)

test('[DASH-01] the label of a dashboard task contains the words of the view’s name that it opens', () => {
  const mismatched = Object.values(tasks).filter(({ label, name }) => {
    const words = name.toLowerCase().split(' ')
    return !words.every((word) => label.toLowerCase().includes(word))
  })
  expect(mismatched.map(({ label, name }) => `${label}: ${name}`)).toEqual([])
})
