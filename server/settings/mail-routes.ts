import { v7 as newId } from 'uuid'
import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import { type MailSetup, serverName } from './mail-servers.ts'
import { putMailSettings, removeMailSettings } from './mail-settings.ts'
import { noteTest } from './mail-test.ts'
import { getSettings } from './settings.ts'

type Deps = ServeDeps & { limits: Limits; setup: MailSetup; sender: MailSender }

/** The mail server: set up and tested by administrators. */
export function serveMailSettings({ read, write }: Serve, { setup, sender, limits, ...deps }: Deps): void {
  read(mailSettingsApi.getMailSettings, ({ db }) => setup.read(db))
  write(mailSettingsApi.putMailSettings, (work, { body, version }) => putMailSettings(work, setup, body, version))
  write(mailSettingsApi.removeMailSettings, (work, { version }) => removeMailSettings(work, setup, version))
  // Outside of a transaction, as the mail server may be slow. The limit is per company, so that it can't be used to scan ports.
  read(mailSettingsApi.sendTestMail, async ({ db, body, caller, request }) => {
    await limits.spend([{ key: 'mail-test', most: 10, perSeconds: 600 }])
    const { server } = await setup.read(db)
    const company = (await getSettings(db)).company.name
    const problem = await sender
      .send({
        id: newId(),
        to: body.to,
        subject: `Test email from ${company}`,
        content: {
          lines: ['The mail server of Wardstock works.', `Sent by ${caller.name} under Settings → Email.`],
          link: null,
        },
        company,
        attachments: [],
      })
      .then(() => null)
      .catch((error: Error) => error.message.slice(0, 300))
    const { method, path } = mailSettingsApi.sendTestMail
    await command(
      deps,
      { caller, route: `${method} ${path}`, status: 200, requestId: request.id },
      (work) => noteTest(work, { to: body.to, server: server && serverName(server), problem }),
      () => '',
    )
    return { problem }
  })
}
