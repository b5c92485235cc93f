import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

// Many pages depend on whether a mail server is set up.
test.use({ ownCompany: 'mail-server' })

test('[SET-01] (B24) concurrent mail server edits are merged by field; removing it asks first, and again if someone has changed it', async ({
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

  await test.step('two administrators edit it: fields that one left alone get the other’s values, and no password is shown', async () => {
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
    // The connection is one unit: a password must not be sent to another server than the one it was typed for.
    await edit()
    await dialog.getByLabel('User').fill('office')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('canary of mine')
    await app.api.do(mailSettingsApi.putMailSettings, { body: { ...body, senderName: 'Theirs' } }, await read())
    await save.click()
    await expect(changes.getByRole('listitem').filter({ hasText: 'Server' })).toContainText('Overwrite saves yours.')
    // The other administrator's password is replaced as well.
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
  // Cancelling works with the button and with Escape.
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await remove()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  expect((await read()).server).toMatchObject({ host: 'smtp.theirs.example' })

  // Someone else has changed it since the dialog opened, so it is not removed yet.
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
