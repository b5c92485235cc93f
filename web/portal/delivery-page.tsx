import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type PortalDelivery, portalDeliveriesApi } from '#shared/portal/deliveries-api.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ProofCard } from '#web/logistics/public/proof-card.tsx'
import { TrackingStatus } from '#web/logistics/public/tracking-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Loaded } from './loaded.tsx'
import { usePortal } from './portal-context.ts'

/** A delivery: its status and expected time, then who received what. */
export default function DeliveryPage() {
  const { id = '' } = useParams()
  const { base, query } = usePortal()
  const delivery = useApiQuery(
    portalDeliveriesApi.getDelivery,
    { params: { id }, query },
    { untold: true, every: 20_000 },
  )
  const found = delivery.data
  return (
    <>
      <PageHeader
        title={found ? `Delivery ${found.number}` : 'Delivery'}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={`${base}/orders`}>Orders</Link>
            {found && <Link to={`${base}/orders/${found.orderId}`}>{found.order}</Link>}
          </Breadcrumbs>
        }
      />
      <Loaded what="This delivery" query={delivery}>
        {(one) => (
          <>
            <TrackingStatus tracking={one} />
            {one.proof && <Proof id={id} proof={one.proof} timeZone={one.timeZone} />}
          </>
        )}
      </Loaded>
    </>
  )
}

type ProofProps = { id: string; proof: NonNullable<PortalDelivery['proof']>; timeZone: string }

function Proof({ id, proof, timeZone }: ProofProps) {
  const { query } = usePortal()
  const proofInput = { params: { id }, query }
  return (
    <ProofCard
      proof={proof}
      timeZone={timeZone}
      picture={
        proof.signature && (
          <Signature src={addressOf(portalDeliveriesApi.getSignature, proofInput)} name={proof.receivedBy} />
        )
      }
      action={
        <Button asChild>
          <a href={addressOf(portalDeliveriesApi.printProof, proofInput)} download>
            Download PDF
          </a>
        </Button>
      }
    />
  )
}

function Signature({ src, name }: { src: string; name: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <p className="text-muted">The signature has not been sent by the driver’s device yet.</p>
  return (
    <img
      src={src}
      alt={`Signature of ${name}`}
      onError={() => setMissing(true)}
      className="max-h-40 max-w-full self-start rounded-lg border border-line bg-white"
    />
  )
}
