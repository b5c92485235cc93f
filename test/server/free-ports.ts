import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Each test worker has its own ports, below the range that operating systems use for connections and for port 0. */
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

/** A port of 127.0.0.1 that no other test takes, even while the server on it restarts. */
export async function freePort(): Promise<number> {
  const server = await listening()
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** `count` different ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let found = 0; found < count; found += 1) ports.push(await freePort())
  return ports
}
