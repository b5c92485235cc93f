import type { ComponentProps } from 'react'

/** A small button inside an input, such as the cross that clears it. */
export function InputButton({ label, ...rest }: Omit<ComponentProps<'button'>, 'className'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className="-mr-1.5 finger:-my-px finger:-mr-3 flex size-6 finger:size-10 finger:in-[.touch]:size-12 items-center justify-center rounded-sm hover:bg-subtle hover:text-primary"
    />
  )
}
