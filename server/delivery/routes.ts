import { deliveryApi } from '#shared/delivery/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { listMails } from './mail-list.ts'

export function serveDelivery({ read }: Serve, mail: { isSetUp: boolean; publicUrl: string }): void {
  read(deliveryApi.listMails, ({ db, query }) => listMails(db, query, mail.isSetUp, mail.publicUrl))
}
