import { Link } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ProofView } from '#web/logistics/shipments/proof-view.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The proof of delivery of a shipment. */
export function ProofDialog({ id, number, close }: { id: string; number: string; close: () => void }) {
  const { data, error, isFetching, refetch } = useApiQuery(shipmentsApi.getShipment, { params: { id } })
  return (
    <Dialog open size="md" title={`Proof of delivery, ${number}`} onOpenChange={(open) => !open && close()}>
      <DialogBody>
        {error && !data && (
          <ErrorState what="The proof of delivery" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!data && !error && <SkeletonText lines={5} />}
        {data?.proofs.map((proof) => (
          <ProofView key={proof.id} proof={proof} />
        ))}
        {data && data.proofs.length === 0 && (
          <DescriptionList
            facts={[
              { label: 'Received by', value: data.receivedBy },
              { label: 'Delivered', value: data.deliveredAt && <RelativeTime at={data.deliveredAt} /> },
              { label: 'Recorded by staff', value: data.note },
            ]}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button asChild>
          <Link to={paths.shipment(id)}>View shipment</Link>
        </Button>
        <Button variant="primary" onClick={close}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
