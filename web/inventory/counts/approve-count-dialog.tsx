import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { type CountDocument, HeldLine } from '#shared/inventory/counts/count.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecountButton } from './recount-button.tsx'
import { linesOf, pieces } from './count-labels.ts'
import { DocumentLink } from '#web/inventory/stock/document-link.tsx'
import { useSettings } from '#web/session/settings.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Notice } from '#web/ui/notice.tsx'

const Corrected = z.object({
  lines: z.array(z.object({ lineId: z.string(), name: z.string(), correctedBy: z.string() })),
})

/** Confirms that the differences are posted; if they can't be, shows why and what to do. */
export function ApproveCountDialog({ count, close }: { count: CountDocument; close: () => void }) {
  const { id, lines, value } = count
  const [error, setError] = useState<ApiError>()
  const { currency } = useSettings()
  const approve = useApiMutation(countsApi.approveCount, {
    errors: 'page',
    onError: setError,
    onSuccess: ({ number }) => {
      toast.success(`${number} posted`)
      close()
    },
  })
  const different = lines.different ?? 0
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Post ${count.number}?`}
      confirmLabel={
        different === 0 ? 'Post count' : `Post ${different === 1 ? 'one difference' : `${different} differences`}`
      }
      busy={approve.isPending}
      onConfirm={() => {
        setError(undefined)
        approve.submit({ params: { id }, body: {}, version: count.version })
      }}
    >
      {different === 0 ? (
        <p>Every counted line matches the recorded stock. There is nothing to correct.</p>
      ) : (
        <p>
          Stock is adjusted to the counted quantities.
          {value &&
            ` ${currency} ${formatDecimalInput(value.found, 2)} are found, ${currency} ${formatDecimalInput(value.missing, 2)} are missing.`}{' '}
          This cannot be undone. Use another count to correct it.
        </p>
      )}
      {lines.open > 0 && <p className="mt-2">{linesOf(lines.open)} that were not counted are unchanged.</p>}
      {error && !isReportedGlobally(error) && <Refused id={id} error={error} close={close} />}
    </ConfirmDialog>
  )
}

function Refused({ id, error, close }: { id: string; error: ApiError; close: () => void }) {
  const held = error.code === 'COMMITTED_TO_ORDERS' ? z.array(HeldLine).safeParse(error.details).data : undefined
  const corrected = Corrected.safeParse(error.details).data?.lines
  const again = held?.map(({ lineId }) => lineId) ?? corrected?.map(({ lineId }) => lineId) ?? []
  return (
    <Notice tone="bad" className="mt-4" title="Nothing was posted">
      <p>{corrected || held ? error.message : `${error.message} Review the count again.`}</p>
      {held && (
        <ul className="mt-2 flex flex-col gap-2">
          {held.map((line) => (
            <li key={line.lineId}>
              <span className="text-primary">
                {line.product.name}, {line.location}
              </span>
              : {pieces(Math.max(line.left, 0))} would be left, {line.committed.toLocaleString()} are reserved
              {line.orders.length > 0 && ' for '}
              {line.orders.map((order, at) => (
                <span key={order.id}>
                  {at > 0 && ', '}
                  <DocumentLink document={order} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {again.length > 0 && (
        <div className="mt-3">
          <RecountButton id={id} lines={again} onDone={close} />
        </div>
      )}
    </Notice>
  )
}
