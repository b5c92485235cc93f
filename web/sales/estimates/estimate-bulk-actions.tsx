import { type EstimateRow, estimatesApi } from '#shared/sales/estimates/api.ts'
import { NotForRow } from '#web/lists/use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { ZipButton } from '#web/lists/zip-button.tsx'
import { useCan } from '#web/session/session.ts'
import { useBulkMailWords } from '#web/session/settings.ts'

/** The bulk actions of the estimate list. */
export function useEstimateBulkActions(): BulkActions<EstimateRow> {
  const mayEdit = useCan('salesOrders.edit')
  const mayDelete = useCan('salesOrders.delete')
  const mail = useBulkMailWords()
  return {
    route: estimatesApi.listEstimates,
    nameOf: ({ number }) => number,
    one: 'estimate',
    many: 'estimates',
    extra: (rows) => (
      <ZipButton
        label="Download PDFs"
        route={estimatesApi.printEstimates}
        input={{ body: { ids: rows.map(({ id }) => id) } }}
        count={rows.length}
        one="estimate"
        many="estimates"
        name="estimates"
      />
    ),
    acts: [
      mayEdit && {
        label: 'Send',
        past: mail.past,
        confirm: mail.confirm(
          'Each is emailed to its customer with a PDF and a link to accept or decline. Earlier links stop working.',
        ),
        act: send,
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'estimate',
        confirm:
          'Sent and accepted estimates are kept. You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) =>
          call(estimatesApi.deleteEstimate, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

async function send({ id }: { id: string }, key: string) {
  const { account } = await call(estimatesApi.getEstimate, { params: { id } }, { quiet: true })
  if (!account.email) throw new NotForRow(`${account.name} has no email address.`)
  return call(
    estimatesApi.sendEstimate,
    { params: { id }, body: { to: account.email } },
    { quiet: true, idempotencyKey: key },
  )
}
