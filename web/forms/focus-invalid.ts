import type { BaseSyntheticEvent } from 'react'

/**
 * After a refused submit: focuses the first invalid field in visual order and scrolls it into view. react-hook-form
 * focuses by order of registration, in a timer, so this runs after it. Without an event, a dialog about the form has
 * submitted it: use the topmost form.
 */
export function focusFirstInvalid(_errors: unknown, event?: BaseSyntheticEvent) {
  const form: unknown = event?.target
  const submitted = form instanceof HTMLFormElement ? [form] : [...document.forms].toReversed()
  const focus = () => {
    const [first] = submitted.flatMap((one) => one.querySelector<HTMLElement>('[aria-invalid=true]') ?? [])
    first?.focus()
    // It may have the focus already without being in view; the error is below the field.
    const problem = document.getElementById(`${first?.id}-error`) ?? first
    problem?.scrollIntoView({ block: 'nearest' })
  }
  setTimeout(() => setTimeout(focus))
}
