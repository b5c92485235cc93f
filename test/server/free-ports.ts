import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Each worker of the tests has ports of its own, below those that systems give to connections and to servers that ask for any. */
const firstPort = 20_000
const portsOfWorker = 1000
const workers = 12
const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0) % workers
let next = Math.floor(Math.random() * portsOfWorker)

async function listening(): Promise<Server> {
  const server = createServer().listen(firstPort + worker * portsOfWorker + next, '127.0.0.1')
  next = (next + 1) % portsOfWorker
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return listening()
    throw error
  }
}

/** A port of 127.0.0.1 that nothing else takes before its server listens, also where the server is started again later. */
export async function freePort(): Promise<number> {
  const server = await listening()
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** So many, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let found = 0; found < count; found += 1) ports.push(await freePort())
  return ports
}
