import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { io, type Socket } from 'socket.io-client'
import { type EventName, eventNames, realtimePath } from '#shared/http/event-names.ts'
import { memoryFlags } from '../../scripts/runtime.mjs'
import { Program, until } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface AppServer {
  name: string
  url: string
  program: Program
}

/** Starts server/main.ts of this checkout or another one as a separate process; resolves when it is ready. */
export async function startAppServer(
  name: string,
  port: number,
  env: Record<string, string>,
  { folder, checkout = root }: { folder: string; checkout?: string },
): Promise<AppServer> {
  const program = new Program(name, process.execPath, [...memoryFlags, join(checkout, 'server/main.ts')], {
    folder,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: 'a key of drills, long enough for them',
      SETUP_CODE: 'DRILL-CODE',
      SOCKET_ADAPTER: 'postgres',
      SOCKETS_PER_ADDRESS: '1000',
      TRUST_PROXY: 'true',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await until(`${name} is ready`, async () => program.hasEnded || (await isReady(url)), 120_000)
    if (program.hasEnded) throw new Error(`${name} has ended`)
  } catch (error) {
    await program.end('SIGTERM')
    throw new Error(`${(error as Error).message}:\n${program.tail()}`, { cause: error })
  }
  return { name, url, program }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(8000) }).then(
    (answer) => answer.ok,
    () => false,
  )

export interface Ear {
  received: Set<string>
  socket: Socket
}

/** A live client that reconnects by itself, as a browser does; `heard` has the IDs of the received events. */
export async function openEar(url: string, cookie: string, ca?: string): Promise<Ear> {
  const socket = io(url, {
    path: realtimePath,
    transports: ['polling'],
    extraHeaders: { cookie },
    ...(ca && { ca }),
    reconnectionDelayMax: 2000,
    forceNew: true,
  })
  const received = new Set<string>()
  for (const name of eventNames)
    socket.on(name satisfies EventName, (payload: Record<string, unknown>) => {
      for (const value of Object.values(payload)) if (typeof value === 'string') received.add(value)
    })
  await until('a live connection', async () => socket.connected, 30_000)
  return { received, socket }
}
