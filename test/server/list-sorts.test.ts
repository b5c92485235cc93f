import { expect, test } from 'vitest'
import { exportedLists } from '#server/exported-lists.ts'
import { sortsOf } from './sorts-of.ts'
import { startServer } from '#test/server.ts'

interface Page {
  data: { id?: string }[]
  nextCursor: string | null
  total: number
}

test('[UI-02] (L16) the selected rows of every list can be downloaded as a file', async () => {
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  const wrong: string[] = []
  let files = 0
  for (const { name, list, file } of exportedLists) {
    const { body } = await admin.send('GET', `${list.path}?limit=3`)
    const ids = (body as unknown as Page).data.flatMap(({ id }) => id ?? [])
    const chosen = ids.filter((_, at) => at !== 1)
    if (chosen.length === 0) continue
    files += 1
    const linesOf = async (some: readonly string[]) => {
      const answer = await admin.send('GET', `${file.path}?ids=${some.join()}`)
      expect([name, answer.status]).toEqual([name, 200])
      return String(answer.body).trim().split(/\r?\n/).slice(1)
    }
    const lines = await linesOf(chosen)
    const expected = await Promise.all(chosen.map((id) => linesOf([id])))
    if (expected.some(({ length }) => length === 0)) wrong.push(`${name}: no line for a selected row`)
    if (lines.toSorted().join('\n') !== expected.flat().toSorted().join('\n')) wrong.push(`${name}: other rows`)
  }
  expect(wrong).toEqual([])
  expect(files).toBeGreaterThan(20)
}, 300_000)

test('[UI-02] every list returns the same rows in each sort order, for any page size and in both directions', async () => {
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  const wrong: string[] = []
  let read = 0
  for (const { name, list } of exportedLists) {
    const sorts = sortsOf(list.spec.query)
    if (sorts.length === 0) wrong.push(`${name} has no order`)
    const pageOf = async (sort: string, limit: number, cursor: string | null) => {
      const query = new URLSearchParams({ sort, limit: String(limit), ...(cursor && { cursor }) })
      const { status, body } = await admin.send('GET', `${list.path}?${query}`)
      expect([name, sort, status]).toEqual([name, sort, 200])
      return body as unknown as Page
    }
    const walk = async (sort: string, limit: number) => {
      const rows: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await pageOf(sort, limit, cursor ?? null)
        rows.push(...page.data.map((row) => row.id ?? JSON.stringify(row)))
        cursor = page.nextCursor
      }
      return rows
    }
    const expected: string[] = []
    for (const sort of sorts) {
      const rows = await walk(sort, 200)
      read += rows.length
      if (expected.length === 0) expected.push(...rows.toSorted())
      if (new Set(rows).size !== rows.length) wrong.push(`${name} by ${sort} has a row twice`)
      if (rows.toSorted().join() !== expected.join()) wrong.push(`${name} by ${sort} has other rows`)
      if ((await walk(sort, 7)).join() !== rows.join()) wrong.push(`${name} by ${sort} differs in small pages`)
      if (!sort.startsWith('-')) {
        const back = await walk(`-${sort}`, 200)
        if (back.toReversed().join() !== rows.join()) wrong.push(`${name} by -${sort} is not ${sort} backwards`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(read).toBeGreaterThan(1_000)
}, 300_000)
