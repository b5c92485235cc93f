/** Focuses the first invalid field, after its error has rendered. */
export function focusFirst(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const target = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  })
}
