import { type FormEvent, useState } from 'react'
import { estimateLinksApi, type OfferedEstimate } from '#shared/sales/estimates/estimate-links-api.ts'
import { signatureBox } from '#shared/signature.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SignatureField, type Strokes } from '#web/ui/signature-field.tsx'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

export type OfferedAnswerProps = {
  estimate: OfferedEstimate
  code: string
  onAnswered: (estimate: OfferedEstimate) => void
  /** Called when the server refuses: the estimate may have been revised or answered. */
  onRefused: () => void
}

/** The customer's answer form: accept with name and signature, or decline. Else the earlier answer, or why none is possible. */
export function OfferedAnswer({ estimate, ...rest }: OfferedAnswerProps) {
  const { answer, company } = estimate
  if (answer) {
    const isAccepted = answer.answer === 'accepted'
    return (
      <Notice tone={isAccepted ? 'good' : 'info'} title={isAccepted ? 'Accepted, thank you' : 'Declined'}>
        {answer.name} {isAccepted ? 'accepted' : 'declined'} this estimate on {moment.format(new Date(answer.at))}.{' '}
        {isAccepted
          ? `${company.name} has been notified and will be in touch.`
          : `Contact ${company.name} if you would like another estimate.`}
      </Notice>
    )
  }
  if (!estimate.canAnswer.open) {
    return (
      <Notice tone="info" title="It can’t be answered any more">
        {estimate.canAnswer.reason}
      </Notice>
    )
  }
  return <AnswerForm estimate={estimate} {...rest} />
}

function AnswerForm({ estimate: { hash, company }, code, onAnswered, onRefused }: OfferedAnswerProps) {
  const [name, setName] = useState('')
  const [strokes, setStrokes] = useState<Strokes>([])
  const [isTyped, setTyped] = useState(false)
  const [isDeclining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<ApiError>()
  const choices = {
    errors: 'page',
    onSuccess: onAnswered,
    onError: (error: ApiError) => {
      setRefused(error)
      onRefused()
    },
  } as const
  const accept = useApiMutation(estimateLinksApi.acceptByLink, choices)
  const decline = useApiMutation(estimateLinksApi.declineByLink, choices)
  const isNamed = name.trim() !== ''
  const isSigned = isTyped || strokes.some((stroke) => stroke.length > 1)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setRefused(undefined)
    focusFirstInvalid(undefined, event)
    if (isDeclining) {
      if (isNamed) decline.submit({ body: { token: code, name, reason, hash } })
    } else if (isNamed && isSigned) {
      accept.submit({
        body: {
          token: code,
          name,
          hash,
          ...(!isTyped && { signature: strokes.map((stroke) => stroke.map((point) => [...point])) }),
        },
      })
    }
  }
  function turn(declining: boolean) {
    setDeclining(declining)
    setTried(false)
    setRefused(undefined)
  }
  const problem = refused && !isReportedGlobally(refused) ? refused.message : undefined
  return (
    <Card
      title={isDeclining ? 'Decline' : 'Accept'}
      help={`${company.name} is notified immediately. Your response can’t be changed.`}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField
          label="Your name"
          required
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isTried && !isNamed ? 'Your name is required' : undefined}
        />
        {isDeclining ? (
          <TextAreaField
            label="Reason (optional)"
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        ) : (
          <>
            {!isTyped && (
              <SignatureField
                label="Your signature"
                box={signatureBox}
                value={strokes}
                onChange={setStrokes}
                error={isTried && !isSigned ? 'Sign here, or use your typed name as signature' : undefined}
              />
            )}
            <CheckboxField
              label="Use my typed name as signature"
              help="Use this if you prefer not to draw a signature."
              checked={isTyped}
              onChange={(event) => setTyped(event.target.checked)}
            />
          </>
        )}
        <div className="flex flex-wrap gap-3 max-md:flex-col">
          {isDeclining ? (
            <>
              <Button type="submit" variant="danger" size="lg" busy={decline.isPending}>
                Decline estimate
              </Button>
              <Button size="lg" onClick={() => turn(false)}>
                Back
              </Button>
            </>
          ) : (
            <>
              <Button type="submit" variant="primary" size="lg" busy={accept.isPending}>
                Accept estimate
              </Button>
              <Button size="lg" onClick={() => turn(true)}>
                Decline…
              </Button>
            </>
          )}
        </div>
      </form>
    </Card>
  )
}
