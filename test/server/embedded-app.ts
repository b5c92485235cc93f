import { Client } from 'pg'
import { startEmbedded } from '#server/postgres/embedded.ts'

// A separate process that runs the embedded database, for tests that kill it. Arguments: data folder, system folder.
const [dataDir = '', systemFolder = ''] = process.argv.slice(2)
const print = (line: string) => process.stdout.write(`${line}\n`)
try {
  const database = await startEmbedded({ dataDir, systemFolder, log: () => {}, fsync: false })
  const client = new Client(database.connection)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS note (id int GENERATED ALWAYS AS IDENTITY)')
  await client.query('INSERT INTO note DEFAULT VALUES')
  process.on('SIGINT', async () => {
    // The query only succeeds if the database server didn't receive the Ctrl+C, too.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM note')
    await client.end()
    await database.stop()
    print(`stopped with ${rows[0]?.count}`)
    process.exit(0)
  })
  print('ready')
  setInterval(() => {}, 1_000)
} catch (error) {
  print(`${(error as { code?: string }).code} ${(error as Error).message}`)
  process.exit(1)
}
