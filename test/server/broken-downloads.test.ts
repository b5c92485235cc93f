import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until } from '#test/socket.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/** The log lines at error level. */
const errorLines = (server: TestServer) =>
  server.logs.map((line) => JSON.parse(line) as { level: number; msg?: string }).filter(({ level }) => level >= 50)

async function readToEnd(answer: Response): Promise<string> {
  return answer.arrayBuffer().then(
    () => 'whole',
    () => 'broken off',
  )
}

const download = (server: TestServer, client: Client, path: string, encoding = 'identity') =>
  fetch(server.url + path, { headers: { cookie: client.cookie, 'accept-encoding': encoding } })

for (const [format, encoding] of [
  ['csv', 'identity'],
  ['csv', 'gzip'],
  ['xlsx', 'identity'],
] as const) {
  test(`a ${format} download (${encoding}) that breaks halfway is logged as an error, and the client sees it as incomplete`, async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const { db } = server.database
    await sql`insert into categories (id, name, description, created_at, updated_at)
      select gen_random_uuid(), 'Category ' || n, (select string_agg(md5((n * 100 + g)::text), '') from generate_series(1, 60) g), now(), now()
      from generate_series(1, 6000) n`.execute(db)
    const answer = await download(server, admin, `/api/exports/categories?format=${format}`, encoding)
    expect(answer.status).toBe(200)
    // The client has not read the first part yet, so the rest is still to be read from the database.
    await sql`alter table categories rename to gone`.execute(db)
    expect(await readToEnd(answer)).toBe('broken off')
    const brokenDownloads = () => errorLines(server).filter(({ msg }) => msg === 'download broken off').length
    await until(() => brokenDownloads() > 0)
    await sql`alter table gone rename to categories`.execute(db)
    expect(await readToEnd(await download(server, admin, `/api/exports/categories?format=${format}`))).toBe('whole')
    expect(brokenDownloads()).toBe(1)
  })
}
