import type { Role } from '#shared/access/roles.ts'
import { deliveryApi } from '#shared/delivery/api.ts'
import type { ListedUser } from '#shared/identity/users/users-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addAccount } from './builders.ts'
import { type Client, clientOf } from './client.ts'
import type { TestServer } from './server.ts'

/* Users who log in as in real life: with a mailed link, a password and a session cookie. */

export const password = 'a long enough password'

/**
 * The cookies that a response sets, as a header for the next request; `name` is a prefix to choose only some of them.
 */
export const cookiesOf = (headers: Headers, name = '') =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => cookie.startsWith(name) && !cookie.endsWith('='))
    .join('; ')

const loginPaths = { staff: '/api/auth/login', customer: '/api/customer-portal/auth/login' }

/** Sends a login request to a realm; `cookie` is what the browser already has. */
export const knock = (
  server: TestServer,
  email: string,
  word = password,
  {
    realm = 'staff',
    cookie = '',
    headers = {},
  }: { realm?: keyof typeof loginPaths; cookie?: string; headers?: Record<string, string> } = {},
) => clientOf(server.url, '', cookie).send('POST', loginPaths[realm], { email, password: word }, headers)

/** Logs in and throws if that fails. */
export async function signIn(
  server: TestServer,
  email: string,
  word = password,
  realm: keyof typeof loginPaths = 'staff',
) {
  const answer = await knock(server, email, word, { realm })
  if (answer.status !== 200) throw new Error(`${email}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return clientOf(server.url, (answer.body as unknown as { user: { id: string } }).user.id, cookiesOf(answer.headers))
}

/** The tokens of links that were mailed to an address, newest first. */
export async function tokensFor(server: TestServer, admin: Client, email: string): Promise<string[]> {
  await server.app.runJobs()
  const { data } = await admin.do(deliveryApi.listMails, { query: { limit: 200 } })
  return data.filter((mail) => mail.to === email).flatMap((mail) => /#token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? [])
}

let people = 0

/** A user created by an administrator, who sets a password with the mailed link. */
export async function addPerson(server: TestServer, admin: Client, role: Role, more: Partial<ListedUser> = {}) {
  people += 1
  const email = `person${people}@example.com`
  const accountId = role === 'customer' ? (await addAccount(admin)).id : null
  const { user, url } = await admin.do(usersApi.create, {
    body: { name: `Person ${people}`, email, role, accountId, ...more },
  })
  const token = url?.split('#token=')[1]
  const path = role === 'customer' ? '/api/customer-portal/auth/set-password' : '/api/auth/reset-password'
  const set = await server.nobody.send('POST', path, { token, password })
  if (set.status !== 200) throw new Error(JSON.stringify(set.body))
  return {
    id: user.id,
    email,
    signIn: () => signIn(server, email, password, role === 'customer' ? 'customer' : 'staff'),
  }
}
