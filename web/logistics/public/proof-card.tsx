import type { ReactNode } from 'react'
import type { Tracking } from '#shared/logistics/tracking/api.ts'
import { signatureBox } from '#shared/signature.ts'
import { Card } from '#web/ui/card.tsx'
import { SignatureStrokes } from '#web/ui/signature-field.tsx'
import { dayAndTime } from './tracking-times.ts'

type Proof = NonNullable<Tracking['proof']>

type ProofCardProps = {
  proof: Proof
  timeZone: string
  /** The image of the signature, if there is one. */
  picture: ReactNode
  action?: ReactNode
}

export function ProofCard({ proof, timeZone, picture, action }: ProofCardProps) {
  return (
    <Card title="Proof of delivery" action={action}>
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
        {picture}
        {proof.strokes && (
          <svg
            role="img"
            aria-label={`Signature of ${proof.receivedBy}`}
            viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`}
            className="max-h-40 max-w-full self-start rounded-lg border border-line bg-card text-primary"
          >
            <SignatureStrokes strokes={proof.strokes} />
          </svg>
        )}
        <p className="wrap-anywhere text-muted text-xs">Proof {proof.hash}</p>
      </div>
    </Card>
  )
}
