import type { BaseSyntheticEvent } from 'react'

/**
 * For a submit that was refused: puts the focus on the first wrong field as people see the form, and brings it into view. The form's
 * own choice goes by when fields were registered, and comes by a timer, which this waits for. Without an event a question about the
 * form has sent it: the form in front.
 */
export function focusFirstInvalid(_errors: unknown, event?: BaseSyntheticEvent) {
  const form: unknown = event?.target
  const submitted = form instanceof HTMLFormElement ? [form] : [...document.forms].toReversed()
  const focus = () => {
    const [first] = submitted.flatMap((one) => one.querySelector<HTMLElement>('[aria-invalid=true]') ?? [])
    first?.focus()
    // It may have the focus already, without having been scrolled to; what is wrong stands below it.
    const problem = document.getElementById(`${first?.id}-error`) ?? first
    problem?.scrollIntoView({ block: 'nearest' })
  }
  setTimeout(() => setTimeout(focus))
}
