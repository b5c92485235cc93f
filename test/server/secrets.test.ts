import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { hashPassword } from '#server/identity/login/passwords.ts'
import { clientOf } from '#test/client.ts'
import { cloneDatabase } from '#test/database.ts'
import { freePort } from '#test/server/free-ports.ts'
import { builtServer, processEnv } from '#test/server/running-server.ts'
import { addSession } from '#test/sessions.ts'

/* Puts secrets everywhere and searches for them in all output (reliability W16, T17). */

const canaries: string[] = []
/** A secret that would never be output by chance. */
function addCanary(what: string): string {
  const secret = `canary${canaries.length}x${what.replace(/\W/g, '')}x7319`
  canaries.push(secret)
  return secret
}
const found = (text: string) => canaries.filter((secret) => text.includes(secret))

let program: string
beforeAll(async () => {
  program = await builtServer()
})

/** The process as npm start runs it, at the most detailed log level. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { ...processEnv(), LOG_LEVEL: 'trace', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output.text += chunk))
  const ready = async () => {
    for (let wait = 0; wait < 1500 && !output.text.includes('Wardstock is ready'); wait += 1) {
      if (child.exitCode !== null) throw new Error(output.text)
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  return { child, said: output, ready }
}

test('twenty secrets from the environment and from input appear in no log and no response (W16, T17)', async () => {
  const { database, connection } = await cloneDatabase()
  const { host = '', port: pgPort, user } = inject('postgres')
  const own = addCanary('password')
  const { userId, token: session } = await addSession(database, 'admin', roleDefaults.admin)
  const email = `${addCanary('address')}@example.com`
  await database.pool.query('update users set email = $1, password_hash = $2 where id = $3', [
    email,
    await hashPassword(own),
    userId,
  ])
  canaries.push(session)
  const port = await freePort()
  const app = start({
    PORT: String(port),
    DATABASE_URL: `postgresql://${user}:${addCanary('database password')}@/${connection.database}?host=${encodeURIComponent(host)}&port=${pgPort}`,
    // No mail server listens there: each mail fails, and the failure is logged.
    SMTP_URL: `smtp://mailer:${addCanary('mail password')}@127.0.0.1:${await freePort()}`,
    SETUP_CODE: addCanary('setup code'),
    UNKNOWN_SECRET: addCanary('environment'),
  })
  await app.ready()
  const url = `http://127.0.0.1:${port}`
  const [nobody, admin] = [clientOf(url, '', ''), clientOf(url, userId, `__Host-sid=${session}`)]
  const answers: string[] = []
  const refusals: string[] = []
  const request = async (
    client: typeof nobody,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const answer = await client.send(method, path, body, headers)
    answers.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]))
    if (answer.status >= 400 && path.startsWith('/api/')) {
      const { code, fields = {} } = answer.body
      refusals.push([path.split('?')[0]?.split('/').at(-1), code, ...Object.keys(fields)].join(' '))
    }
    return answer
  }
  expect(
    (await request(nobody, 'POST', '/api/auth/login', { email, password: addCanary('wrong password') })).status,
  ).toBe(401)
  await request(nobody, 'POST', '/api/auth/login', {
    email: `${addCanary('typed into the wrong field')}@example.com`,
    password: 'x',
  })
  await request(nobody, 'POST', '/api/auth/login', {
    email,
    password: addCanary('password'),
    field: addCanary('unknown value'),
  })
  await request(nobody, 'POST', '/api/auth/login', `{"email":"a","password":"${addCanary('broken JSON')}`, {
    'content-type': 'application/json',
  })
  await request(nobody, 'POST', '/api/auth/reset-password', {
    token: addCanary('reset token'),
    password: addCanary('new password'),
  })
  await request(nobody, 'POST', '/api/customer-portal/auth/set-password', {
    token: addCanary('portal token'),
    password: addCanary('portal password'),
  })
  await request(nobody, 'POST', '/api/auth/register', {
    token: addCanary('invitation'),
    email: 'a@example.com',
    name: 'A',
    role: 'admin',
    password: addCanary('registered password'),
  })
  await request(nobody, 'POST', '/api/auth/second-factor', {
    challenge: addCanary('challenge'),
    code: addCanary('code'),
  })
  await request(nobody, 'POST', '/api/auth/setup-first-admin', {
    code: addCanary('guessed code'),
    name: 'A',
    email: 'a@example.com',
    password: addCanary('first password'),
  })
  await request(nobody, 'GET', '/api/auth/profile', undefined, {
    cookie: `__Host-sid=${addCanary('made-up session')}`,
    authorization: `Bearer ${addCanary('bearer')}`,
  })
  await request(nobody, 'GET', `/reset-password?token=${addCanary('token in an address')}`)
  await request(nobody, 'GET', `/api/products?q=${addCanary('search')}`)
  await request(admin, 'POST', '/api/auth/password', {
    currentPassword: addCanary('old password'),
    password: addCanary('next password'),
  })
  // Each request reaches the code that handles its secret, except those that are malformed on purpose.
  expect(refusals).toEqual([
    'login WRONG_CREDENTIALS',
    'login WRONG_CREDENTIALS',
    'login INVALID field',
    'login MALFORMED',
    'reset-password TOKEN_INVALID',
    'set-password TOKEN_INVALID',
    'register LINK_INVALID',
    'second-factor TOKEN_INVALID',
    'setup-first-admin NOT_FOUND',
    'profile NOT_SIGNED_IN',
    'products NOT_SIGNED_IN',
    'password INVALID currentPassword',
  ])
  await request(admin, 'POST', '/api/users', { name: 'Ines', email: 'ines@example.com', role: 'staff' })
  await request(nobody, 'POST', '/api/auth/forgot-password', { email })
  await new Promise((done) => setTimeout(done, 2500))
  expect((await request(admin, 'GET', '/api/auth/profile')).status).toBe(200)
  // The user's own email address is the only one that may be in responses to that user.
  const allAnswers = answers.join('\n').replaceAll(email, '')
  expect(canaries.length).toBeGreaterThanOrEqual(20)
  expect(found(allAnswers)).toEqual([])
  app.child.kill('SIGTERM')
  await once(app.child, 'exit')
  expect(app.said.text).toContain('"route":"/api/auth/login"')
  expect(found(app.said.text)).toEqual([])
  expect(answers.join('\n')).not.toMatch(/\bat \S+ \(|node_modules|server\/\w+\/|\.ts:\d+/)
  const away = start({
    DATABASE_URL: `postgresql://nobody:${addCanary('password')}@127.0.0.1:1/none`,
    PORT: String(port),
  })
  await once(away.child, 'exit')
  expect(away.said.text).toContain("can't start")
  expect(found(away.said.text)).toEqual([])
}, 120_000)

test('the web build contains no environment variables and no source maps (W16, T17)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The build puts its source maps into the folder beside it.
  const outDir = join(folder, 'web')
  const names = ['DATABASE_URL', 'SMTP_URL', 'SETUP_CODE', 'SECRET', 'NPM_TOKEN', 'API_TOKEN', 'AWS_SECRET_ACCESS_KEY']
  const env = Object.fromEntries(names.map((name) => [name, addCanary(name)]))
  const child = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir'],
    {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: 'ignore',
    },
  )
  expect((await once(child, 'exit'))[0]).toBe(0)
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(20)
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'latin1')
    expect([name, found(text), text.includes('sourceMappingURL'), name.endsWith('.map')]).toEqual([
      name,
      [],
      false,
      false,
    ])
    // The folder of the build doesn't appear either.
    expect([name, text.includes(process.cwd())]).toEqual([name, false])
  }
}, 180_000)
