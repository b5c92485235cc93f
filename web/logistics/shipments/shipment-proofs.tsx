import type { ProofOfDelivery } from '#shared/logistics/shipments/shipment.ts'
import { Card } from '#web/ui/card.tsx'
import { ProofView } from './proof-view.tsx'

/** The proofs of delivery. */
export function ShipmentProofs({ proofs }: { proofs: readonly ProofOfDelivery[] }) {
  return proofs.map((proof) => (
    <Card key={proof.id} title="Proof of delivery">
      <ProofView proof={proof} />
    </Card>
  ))
}
