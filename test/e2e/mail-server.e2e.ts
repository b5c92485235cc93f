import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

// Whether mail is set up is told on many pages.
test.use({ ownCompany: 'mail-server' })

test('[SET-01] (B24) the mail server is saved field by field over another’s change, and taken out only after a question, and where another has changed it after one more', async ({
  page,
  app,
}) => {
  const read = () => app.api.do(mailSettingsApi.getMailSettings, {})
  const body = {
    host: 'smtp.harbour.example',
    port: 587,
    encryption: 'starttls',
    username: null,
    senderName: null,
    senderAddress: 'desk@harbour.example',
  } as const
  await app.api.do(mailSettingsApi.putMailSettings, { body }, { version: (await read()).version })
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  const card = page.locator('section[data-card]', { has: page.getByRole('heading', { name: 'Email', exact: true }) })
  const dialog = page.getByRole('dialog', { name: 'Mail server' })
  const question = page.getByRole('alertdialog', { name: 'Remove the mail server?' })
  const edit = () => card.getByRole('button', { name: 'Edit' }).click()
  const remove = () => dialog.getByRole('button', { name: 'Remove mail server' }).click()

  await test.step('two set it up: of what each left alone, the other’s stands, and no password is shown', async () => {
    await edit()
    await dialog.getByLabel('Sender name').fill('Harbour')
    const theirs = { host: 'smtp.theirs.example', username: 'desk', password: 'canary of theirs' }
    await app.api.do(mailSettingsApi.putMailSettings, { body: { ...body, ...theirs } }, await read())
    const save = dialog.getByRole('button', { name: 'Save mail server' })
    await save.click()
    const conflict = page.getByRole('dialog', { name: 'This mail server was changed by someone else' })
    const changes = conflict.getByRole('list', { name: 'What was changed' })
    for (const words of ['smtp.theirs.example', 'User', 'desk', 'Password', 'Not set'])
      await expect(changes).toContainText(words)
    await expect(conflict).not.toContainText('canary')
    await expect(conflict).not.toContainText('You changed it too')
    await conflict.getByRole('button', { name: 'Overwrite' }).click()
    await expect(page.getByText('Mail server saved')).toBeVisible()
    expect(await read()).toMatchObject({
      server: { host: theirs.host, username: 'desk', senderName: 'Harbour' },
      password: 'set',
    })
    await expect(card.getByText('Harbour', { exact: true })).toBeVisible()
    // The connection is one: a password goes to no other server than it was typed for.
    await edit()
    await dialog.getByLabel('User').fill('office')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('canary of mine')
    await app.api.do(mailSettingsApi.putMailSettings, { body: { ...body, senderName: 'Theirs' } }, await read())
    await save.click()
    await expect(changes.getByRole('listitem').filter({ hasText: 'Server' })).toContainText('Overwrite saves yours.')
    // Their password is replaced with it.
    await expect(changes.getByRole('listitem').filter({ hasText: 'Password' })).toContainText('Overwrite saves yours.')
    await conflict.getByRole('button', { name: 'Overwrite' }).click()
    await expect(dialog).toBeHidden()
    expect(await read()).toMatchObject({
      server: { host: theirs.host, username: 'office', senderName: 'Theirs' },
      password: 'set',
    })
  })

  await edit()
  await remove()
  await expect(question).toContainText('No emails are sent until a mail server is set up again.')
  await expectAccessible(page)
  // No is an answer, by the button and by Escape.
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await remove()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  expect((await read()).server).toMatchObject({ host: 'smtp.theirs.example' })

  // Another has changed it since the dialog was opened: theirs stays.
  await app.api.do(
    mailSettingsApi.putMailSettings,
    { body: { ...body, host: 'smtp.other.example' } },
    { version: (await read()).version },
  )
  await remove()
  await question.getByRole('button', { name: 'Remove mail server' }).click()
  await expect(question).toContainText('It was changed by someone else and is smtp.other.example now.')
  expect((await read()).server).toMatchObject({ host: 'smtp.other.example' })
  await question.getByRole('button', { name: 'Remove mail server' }).click()
  await expect(page.getByText('Mail server removed')).toBeVisible()
  await expect(card).toContainText('Not set up.')
  expect((await read()).server).toBeNull()
})
