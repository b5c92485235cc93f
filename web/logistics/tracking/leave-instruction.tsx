import { type FormEvent, useState } from 'react'
import { type Tracking, trackingApi } from '#shared/logistics/tracking/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { callByLink } from './ask.ts'

type Props = { tracking: Tracking; token: string; onChanged: (tracking: Tracking) => void }

/** Enters an instruction where to leave the goods, shown to the driver. */
export function LeaveInstruction({ tracking, token, onChanged }: Props) {
  const [text, setText] = useState(tracking.instruction ?? '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      onChanged((await callByLink(trackingApi.instruct, { token, instruction: text.trim() || null })).data)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setError(problem.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title="Leave it with…">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <TextField
          label="Instruction for the driver"
          help="Such as a neighbour, the reception or a gate code."
          maxLength={300}
          value={text}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" size="lg" busy={isBusy}>
            Send to driver
          </Button>
          <span role="status" className="text-secondary">
            {tracking.instruction && text === tracking.instruction ? 'The driver sees it.' : ''}
          </span>
        </div>
      </form>
    </Card>
  )
}
