import { signatureBox } from '#shared/signature.ts'
import type { EstimateAnswer } from '#shared/sales/estimates/api.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { SignatureStrokes } from '#web/ui/signature-field.tsx'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const methods = { link: 'By the link', portal: 'In the portal', staff: 'Recorded by staff' }

/** The customer's answer, and how it was recorded. */
export function EstimateAnswerCard({ answer }: { answer: EstimateAnswer }) {
  const { signature } = answer
  return (
    <Card title={answer.answer === 'accepted' ? 'Accepted' : 'Declined'}>
      {signature && (
        <svg
          role="img"
          aria-label={`Signature of ${answer.name}`}
          viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`}
          className="mb-4 w-full rounded-md border border-line bg-card text-primary"
        >
          <SignatureStrokes strokes={signature} />
        </svg>
      )}
      <DescriptionList
        facts={[
          { label: 'Name', value: answer.name },
          { label: 'Date', value: moment.format(new Date(answer.at)) },
          {
            label: 'Method',
            value: `${methods[answer.how]}${signature && answer.how !== 'staff' ? ', signed' : ''}`,
          },
          ...(answer.reason ? [{ label: 'Note', value: answer.reason }] : []),
          ...(answer.address ? [{ label: 'IP address', value: answer.address }] : []),
          {
            label: 'Fingerprint',
            value: (
              <code className="text-xs" title="SHA-256 of the lines answered">
                {answer.hash.slice(0, 16)}…
              </code>
            ),
          },
        ]}
      />
    </Card>
  )
}
