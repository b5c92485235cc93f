import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Connection } from './database.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from './migrate.ts'

export const tablesFile = fileURLToPath(new URL('./tables.ts', import.meta.url))

const typeOf: Record<string, string> = {
  uuid: 'string',
  _uuid: 'string[]',
  time: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'Moment',
  int2: 'number',
  int4: 'number',
  int8: 'Bigint',
  float8: 'number',
  // text, so that no digit is lost
  numeric: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  _float8: 'number[]',
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_match, _bar, letter: string) => letter.toUpperCase())

/** The content of tables.ts: Kysely's types for each table of the migrated schema. Throws on an unknown column type. */
export async function tableTypes(connection: Connection): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(`select table_name, column_name, udt_name, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as generated
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
    order by table_name, ordinal_position`)
  await client.end()
  const tables = new Map<string, string[]>()
  for (const row of rows) {
    const base = typeOf[row.udt_name]
    if (!base) throw new Error(`No type for ${row.table_name}.${row.column_name} (${row.udt_name})`)
    const type = row.nullable ? `${base} | null` : base
    const columns = tables.get(row.table_name) ?? []
    columns.push(`  ${row.column_name}: ${row.generated ? `Generated<${type}>` : type}`)
    tables.set(row.table_name, columns)
  }
  const interfaces = [...tables].map(
    ([name, columns]) => `export interface ${pascal(name)} {\n${columns.join('\n')}\n}\n`,
  )
  const all = [...tables.keys()].map((name) => `  ${name}: ${pascal(name)}`)
  return `// Written by \`npm run tables\` from the migrations; a test fails when it is not current.
import type { ColumnType } from 'kysely'

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Moment = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string, string>
type Bigint = ColumnType<number, number | bigint, number | bigint>

${interfaces.join('\n')}
export interface DB {
${all.join('\n')}
}
`
}

/* npm run tables: migrates a throwaway database and writes the file. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-tables-'))
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded({ dataDir: folder, log: () => {}, fsync: false })
  await migrate(postgres.connection)
  writeFileSync(tablesFile, await tableTypes(postgres.connection))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
