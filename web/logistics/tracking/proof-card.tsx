import { useEffect, useState } from 'react'
import { type Tracking, trackingApi } from '#shared/logistics/tracking/api.ts'
import { Card } from '#web/ui/card.tsx'
import { askPicture } from './ask.ts'
import { dayAndTime } from './times.ts'

type Proof = NonNullable<Tracking['proof']>

/** What was handed over, to whom, and how they signed. */
export function ProofCard({ proof, token, timeZone }: { proof: Proof; token: string; timeZone: string }) {
  return (
    <Card title="Proof of delivery">
      <div className="flex flex-col gap-4">
        <ul className="flex flex-col gap-2">
          {(proof.lines ?? []).map((line) => (
            <li key={`${line.product} ${line.lot}`} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <span className="wrap-anywhere block font-medium">{line.product}</span>
                {line.lot && <span className="wrap-anywhere block text-secondary">Lot {line.lot}</span>}
              </span>
              <span className="figures shrink-0 text-right">
                {line.delivered} of {line.quantity}
                {line.refused > 0 && <span className="block text-secondary">{line.refused} refused</span>}
                {line.damaged > 0 && <span className="block text-secondary">{line.damaged} damaged</span>}
              </span>
            </li>
          ))}
        </ul>
        <p>
          Received by <span className="font-medium">{proof.receivedBy}</span>
          {proof.typedName && ' (typed name)'}, {dayAndTime(proof.signedAt, timeZone)}
        </p>
        {proof.signature && <SignaturePicture token={token} name={proof.receivedBy} />}
        <p className="wrap-anywhere text-muted text-xs">Proof {proof.hash}</p>
      </div>
    </Card>
  )
}

function SignaturePicture({ token, name }: { token: string; name: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isOver = false
    async function show() {
      const picture = await askPicture(trackingApi.trackedSignature, { token })
      if (isOver) return
      made = URL.createObjectURL(picture)
      setAddress(made)
    }
    // It may still be on the driver's phone.
    show().catch(() => {})
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [token])
  if (!address) return null
  return (
    <img
      src={address}
      alt={`Signature of ${name}`}
      className="max-h-40 max-w-full self-start rounded-lg border border-line bg-white"
    />
  )
}
