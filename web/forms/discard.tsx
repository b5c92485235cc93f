import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { toast } from 'sonner'
import { DiscardDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before discarding what was typed, and offers Undo. Render `question` beside the form. */
export function useDiscard<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
  onDiscard: () => void,
): { confirm: () => void; question: ReactNode } {
  const [isConfirming, setConfirming] = useState(false)
  const offer = useRef<string | number>(undefined)
  // Withdraw the Undo offer when the form unmounts.
  useEffect(() => () => void (offer.current !== undefined && toast.dismiss(offer.current)), [])
  const discard = () => {
    setConfirming(false)
    const typed = form.getValues()
    onDiscard()
    offer.current = toast('Changes discarded', {
      action: { label: 'Undo', onClick: () => form.reset(typed, { keepDefaultValues: true }) },
    })
  }
  const question = (
    <DiscardDialog open={isConfirming} setOpen={setConfirming} discard={discard}>
      The form goes back to how it was opened.
    </DiscardDialog>
  )
  return { confirm: () => setConfirming(true), question }
}
