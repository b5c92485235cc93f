/** Leads to the first field that is wrong, after its error is drawn. */
export function focusFirst(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const target = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  })
}
