import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MissingPart } from '#web/api/missing-parts.tsx'
import { usePlannedRoutes } from './use-planned-routes.ts'

type RouteChoiceDialogProps = {
  /** "3 shipments", "SH-2026-000001". */
  what: string
  busy?: boolean
  problem?: string | undefined
  onChoose: (routeId: string) => void
  close: () => void
}

/** Asks for the planned route to add these shipments to. */
export function RouteChoiceDialog({ what, busy = false, problem, onChoose, close }: RouteChoiceDialogProps) {
  const { options, isLoading, read } = usePlannedRoutes()
  const [chosen, setChosen] = useState('')
  const [isTried, setTried] = useState(false)
  const route = options.find(({ id }) => id === chosen)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    focusFirstInvalid(undefined, event)
    if (route) onChoose(route.id)
  }
  const isEmpty = read.data !== undefined && options.length === 0
  return (
    <Dialog
      open
      size="sm"
      title={`Put ${what} on a route`}
      description="New stops come last. Reorder or optimise on the route’s page."
      onOpenChange={(open) => !open && close()}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {problem && <Notice tone="bad">{problem}</Notice>}
          <MissingPart what="planned routes" read={read} />
          {isEmpty ? (
            <Notice tone="info" title="No planned routes">
              <Link to={paths.routes} className="link">
                Add a route
              </Link>{' '}
              first.
            </Notice>
          ) : (
            <SelectField
              label="Route"
              required
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
              error={isTried && !route ? 'Route is required' : undefined}
            >
              <option value="">{isLoading ? 'Loading…' : 'Choose a route'}</option>
              {options.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          {!isEmpty && (
            <Button type="submit" variant="primary" busy={busy}>
              Put on route
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  )
}
