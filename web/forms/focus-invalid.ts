import type { BaseSyntheticEvent } from 'react'

/**
 * For a submit that was refused: puts the focus on the first wrong field as people see the form. The form's own choice goes
 * by when fields were registered, and comes by a timer, which this waits for.
 */
export function focusFirstInvalid(_errors: unknown, event?: BaseSyntheticEvent) {
  const form: unknown = event?.target
  if (!(form instanceof HTMLFormElement)) return
  setTimeout(() => setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()))
}
