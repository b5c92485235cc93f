import type { FastifyInstance } from 'fastify'
import { sealAudit } from '#server/kernel/audit-seals.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import type { Database } from '#server/db/database.ts'
import { sweepExports } from '#server/delivery/export-jobs.ts'
import { exportMaker } from '#server/delivery/export-maker.ts'
import type { ExportSource } from '#server/delivery/list-rows.ts'
import { forgetOldSecrets } from '#server/delivery/mail-list.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import { goRound, hourly } from '#server/delivery/rounds.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { expireEstimates } from '#server/flows/orders/expire-estimates.ts'
import { releaseExpiredLots, notifyExpiredParcels } from '#server/flows/stock/release-expired-lots.ts'
import { commitBackOrders } from '#server/flows/stock/commit-back-orders.ts'
import { remindOverdue } from '#server/flows/money/remind.ts'
import { deleteExpired } from '#server/identity/login/delete-expired.ts'
import { answerRequests } from '#server/identity/login/password-links.ts'
import { sweepImages } from '#server/inventory/products/product-image-routes.ts'

interface Rounds {
  files: StoredFiles
  sender: MailSender
  /** What the lists of long exports are read from. */
  exportSources: ReadonlyMap<string, ExportSource>
  lookForProof: () => Promise<void>
  roundEveryMs: number | undefined
}

/** Does what nobody asks for at the moment, round after round until the server closes: mails, what is over, what is due. */
export function workInBackground(http: FastifyInstance, deps: CommandDeps, rounds: Rounds) {
  const { database } = deps
  const { files, sender } = rounds
  const exports = exportMaker(database.db, rounds.exportSources, (error) =>
    http.log.error({ err: error }, 'export crashed'),
  )
  const going = goRound(
    [
      () => answerRequests(database),
      () => commitBackOrders(deps),
      () => sender.send(),
      hourly(() => forgetOld(database)),
      hourly(() => sweepImages(database, files)),
      hourly(() => sweepExports(database.db)),
      () => exports.look(),
      hourly(() => sealAudit(database, (sealed) => http.log.info(sealed, 'audit log sealed'))),
      hourly(() => releaseExpiredLots(deps)),
      hourly(() => notifyExpiredParcels(deps)),
      hourly(() => expireEstimates(deps)),
      hourly(() => remindOverdue(deps)),
      rounds.lookForProof,
    ],
    rounds.roundEveryMs ?? 1000,
    (error) => http.log.warn({ err: error }, 'background work failed'),
  )
  http.addHook('onClose', async () => {
    await going.stop()
    await exports.stop()
    sender.close()
  })
  return going
}

async function forgetOld({ db }: Database): Promise<void> {
  await forgetOldSecrets(db)
  await deleteExpired(db)
}
