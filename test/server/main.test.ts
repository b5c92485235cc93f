import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { builtServer, processEnv } from '#test/server/running-server.ts'

/* The server as a separate process, as npm start runs it. */

const running: { kill(signal: NodeJS.Signals): boolean; exitCode: number | null }[] = []
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

let program: string
beforeAll(async () => {
  program = await builtServer()
})

function run(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...processEnv(),
      LOG_LEVEL: 'warn',
      SECRET_KEY: 'a key of tests, long enough for them',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const output = { text: '' }
  child.stdout.on('data', (chunk) => (output.text += chunk))
  child.stderr.on('data', (chunk) => (output.text += chunk))
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, output: output.text }))
  const untilPrinted = async (words: string) => {
    const late = Date.now() + 60_000
    while (!output.text.includes(words)) {
      if (child.exitCode !== null || Date.now() > late) throw new Error(`It did not say "${words}" but: ${output.text}`)
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  return { child, ended, says: untilPrinted, said: output }
}

async function databaseUrl(): Promise<string> {
  const { connection } = await cloneDatabase()
  const { host = '', port, user } = inject('postgres')
  return `postgresql://${user}@/${connection.database}?host=${encodeURIComponent(host)}&port=${port}`
}

async function takePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, free: () => new Promise((done) => server.close(done)) }
}

describe('the server process', () => {
  test('starts on an external database, prints the set-up link, and stops on SIGTERM', async () => {
    const { port, free } = await takePort()
    await free()
    const server = run({
      DATABASE_URL: await databaseUrl(),
      PORT: String(port),
      HOST: '127.0.0.1',
      SETUP_CODE: 'PROCESS-CODE',
    })
    await server.says(`Set up the first administrator: http://localhost:${port}/setup-first-admin#code=PROCESS-CODE`)
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, output: expect.stringContaining('Stopping (SIGTERM)') })
  })

  test('also stops on SIGINT', async () => {
    const { port, free } = await takePort()
    await free()
    const server = run({ DATABASE_URL: await databaseUrl(), PORT: String(port), HOST: '127.0.0.1' })
    await server.says('Wardstock is ready')
    server.child.kill('SIGINT')
    expect((await server.ended).code).toBe(0)
  })

  test('reports a port in use and what to do', async () => {
    const { port, free } = await takePort()
    const { code, output } = await run({ DATABASE_URL: await databaseUrl(), PORT: String(port), HOST: '127.0.0.1' })
      .ended
    await free()
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(
        `Port ${port} is taken by another program. Stop that one, or choose another: PORT=3001 npm start`,
      ),
    ])
    expect(output).not.toContain('    at ')
  })

  test('reports a wrong setting and an unreachable database in one line each', async () => {
    const wrong = await run({ PORT: 'eighty' }).ended
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('PORT: must be a port, 0 to 65535')])
    const away = await run({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }).ended
    expect([away.code, away.output]).toEqual([1, expect.stringMatching(/can't start[\s\S]*127\.0\.0\.1:1/)])
    expect(away.output).not.toContain('    at ')
  })
})
