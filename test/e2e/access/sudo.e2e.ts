import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, noticesOf, password, toast } from '#test/e2e/people.ts'

/** Ends the sudo period of the user's sessions, as if they had logged in 15 minutes ago. */
const quarterLater = ({ database }: RunningApp, email: string) =>
  sql`update sessions set sudo_until = moment() where user_id = (select id from users where email = ${email})`.execute(
    database.db,
  )

test('[PERM-05, AUTH-12] suspending a user asks for the password again (sudo) and continues after confirmation', async ({
  page,
  app,
}) => {
  const [boss, staff] = [await addPerson(app, 'admin'), await addPerson(app, 'staff')]
  const { data } = await app.api.do(usersApi.list, { query: { q: staff } })
  const id = data[0]?.id ?? ''
  await page.goto('/crm/login')
  await logIn(page, boss)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  const notices = await noticesOf(page)
  const connected = page.waitForResponse((answer) => /socket\.io.*sid=/.test(answer.url()))
  await page.goto(`/crm/users/view/${id}`)
  await connected
  await quarterLater(app, boss)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Suspend user' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(question.getByLabel('Your password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('Your password is required')).toBeVisible()
  await question.getByLabel('Your password', { exact: true }).fill('not the right one')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('Your password is wrong')).toBeVisible()

  // Nothing is saved until the password is confirmed.
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Not saved. Please confirm your password first.')).toBeVisible()
  expect((await app.api.do(usersApi.get, { params: { id } })).suspended).toBe(false)

  await page.getByRole('button', { name: 'Suspend user' }).click()
  await question.getByLabel('Your password', { exact: true }).fill(password)
  const polls: string[] = []
  page.on('request', (request) => void (request.url().includes('/socket.io/') && polls.push(request.url())))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'User suspended')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Suspended', { exact: true })).toBeVisible()
  // For 15 minutes the password is not asked for again.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click()
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(toast(page, 'Suspension lifted')).toBeVisible()
  // The session id is new; live updates reconnect with it without a toast.
  const handshake = () => polls.findIndex((url) => !url.includes('sid='))
  await expect.poll(() => handshake() >= 0 && polls.slice(handshake()).length).toBeGreaterThanOrEqual(3)
  expect(notices.join('\n')).toContain('Suspension lifted')
  expect(notices.join('\n')).not.toMatch(/onnect/)
})

test('[PROF-01] a code of the authenticator app also confirms a sudo action', async ({ page, app }) => {
  const email = await addPerson(app, 'staff')
  await page.goto('/crm/login')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const totp = new TOTP({ secret: await page.getByLabel('Secret', { exact: true }).inputValue() })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await quarterLater(app, email)
  await failUntilTriedAgain(page, '**/api/auth/sudo', (one) =>
    one.fulfill({ status: 429, json: { error: 'Too busy.' } }),
  )
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(question.getByText('Couldn’t load other ways to confirm.')).toBeVisible()
  await expect(question.getByLabel('Your password')).toBeVisible()
  await question.getByRole('button', { name: 'Try again' }).click()
  await question.getByRole('button', { name: 'Use a code instead' }).click()
  // The next code: later than the first, and still valid if its 30-second window ends while the test runs.
  await question.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Second factor turned off')).toBeVisible()
})
