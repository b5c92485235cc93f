import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery, useApiQuery } from '#web/api/query.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

/** The visible parts of the dashboard in the user's order; all by default. Stored with the account. */
export function useChosen<Part extends string>(list: string, parts: readonly Part[]) {
  const settings = useApiQuery(listSettingsApi.getListSettings, {}, { untold: true, aside: 'your choice of cards' })
  const saved = settings.data?.data.find((one) => one.list === list)?.columns
  const chosen = saved ? saved.filter((part): part is Part => parts.some((one) => one === part)) : parts
  return { chosen, isPending: settings.isPending }
}

type ChoosePartsProps<Part extends string> = {
  list: string
  title: string
  description: string
  labels: Readonly<Record<Part, string>>
  parts: readonly Part[]
  chosen: readonly Part[]
  close: () => void
}

/** Shows, hides and reorders parts of the dashboard, by mouse or keyboard. */
export function ChooseParts<Part extends string>(props: ChoosePartsProps<Part>) {
  const { list, title, description, labels, parts, chosen, close } = props
  const [order, setOrder] = useState(() => [...chosen, ...parts.filter((part) => !chosen.includes(part))])
  const [shown, setShown] = useState<ReadonlySet<Part>>(() => new Set(chosen))
  const [liveMessage, setLiveMessage] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  const client = useQueryClient()
  const done = async () => {
    await client.invalidateQueries({ queryKey: apiQuery(listSettingsApi.getListSettings, {}).queryKey })
    close()
  }
  const save = useApiMutation(listSettingsApi.putListSettings, { onSuccess: () => void done() })
  const reset = useApiMutation(listSettingsApi.forgetListSettings, { onSuccess: () => void done() })
  const params = { list }
  const move = (at: number, by: number) => {
    const next = [...order]
    const [part] = next.splice(at, 1)
    if (!part) return
    next.splice(at + by, 0, part)
    setOrder(next)
    setLiveMessage(`${labels[part]} is number ${at + by + 1} of ${order.length}`)
    // Keeps the focus on the moved row's button or, if that is disabled at the end of the list, on its other button.
    requestAnimationFrame(() => {
      const buttons = [...(rows.current?.children[at + by]?.querySelectorAll('button') ?? [])]
      const wanted = buttons[by < 0 ? 0 : 1]
      ;(wanted?.disabled ? buttons.find((one) => !one.disabled) : wanted)?.focus()
    })
  }
  const toggle = (part: Part) => {
    const next = new Set(shown)
    if (!next.delete(part)) next.add(part)
    setShown(next)
  }
  return (
    <Dialog open onOpenChange={close} title={title} description={description}>
      <DialogBody>
        <p role="status" className="sr-only">
          {liveMessage}
        </p>
        <ul ref={rows} className="flex flex-col">
          {order.map((part, at) => (
            <li key={part} className="flex items-center gap-2 border-line border-b py-1 last:border-0">
              <CheckboxField
                className="min-w-0 flex-1"
                label={labels[part]}
                checked={shown.has(part)}
                onChange={() => toggle(part)}
              />
              <IconButton size="sm" label={`Move ${labels[part]} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                size="sm"
                label={`Move ${labels[part]} down`}
                disabled={at === order.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" busy={reset.isPending} onClick={() => reset.submit({ params })}>
          Reset
        </Button>
        <Button
          variant="primary"
          busy={save.isPending}
          onClick={() =>
            save.submit({ params, body: { columns: order.filter((part) => shown.has(part)), compact: false } })
          }
        >
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
