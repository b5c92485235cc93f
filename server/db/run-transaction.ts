import { CompiledQuery, type Kysely, type PostgresDialect, Transaction } from 'kysely'
import type { DB } from './tables.ts'

/**
 * Runs `work` between BEGIN and COMMIT. Statements that are not awaited are pipelined: PostgreSQL runs them in the order in which
 * they were sent, and after one fails, all later ones fail too. BEGIN is pipelined with the first of them.
 */
export async function runTransaction<T>(
  db: Kysely<DB>,
  dialect: PostgresDialect,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const execute = (words: string) => connection.executeQuery(CompiledQuery.raw(words))
    let isOver = false
    let failure: unknown
    const tx = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver: dialect.createDriver(),
      executor: executor.withConnectionProvider({
        async provideConnection(use) {
          if (isOver) throw new Error('The transaction has ended')
          try {
            return await use(connection)
          } catch (error) {
            failure ??= error
            throw error
          }
        },
      }),
    })
    execute('begin').catch(() => {})
    try {
      const result = await work(tx)
      isOver = true
      await execute('commit')
      return result
    } catch (error) {
      isOver = true
      await execute('rollback').catch(() => {})
      // 25P02 (transaction aborted) only says that an earlier statement failed: throw that one's error.
      throw (error as { code?: string } | null)?.code === '25P02' ? (failure ?? error) : error
    }
  })
}
