import { deliveryApi } from '#shared/delivery/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { listMails } from './mail-list.ts'
import type { MailSender } from './mail-sender.ts'

export function serveDelivery({ read }: Serve, mail: { isSetUp: MailSender['isSetUp']; publicUrl: string }): void {
  read(deliveryApi.listMails, async ({ db, query }) => listMails(db, query, await mail.isSetUp(db), mail.publicUrl))
}
