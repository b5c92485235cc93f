import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

const buttonVariants = cva(
  [
    'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-medium',
    'transition-colors duration-150 [&_svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-default',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-accent-contrast hover:bg-accent-hover active:bg-accent-hover',
        secondary: 'border-line-control/50 bg-card text-primary hover:bg-subtle active:bg-subtle-strong',
        ghost: 'border-transparent text-secondary hover:bg-subtle hover:text-primary active:bg-subtle-strong',
        danger: 'border-transparent bg-bad-fill text-bad-contrast hover:bg-bad-fill-hover active:bg-bad-fill-hover',
      },
      size: {
        sm: 'wide-tap h-8 in-[.touch]:h-12 gap-1.5 px-2.5 text-table [&_svg]:size-4',
        md: 'h-(--control) gap-2 px-3.5 text-sm [&_svg]:size-4',
        lg: 'h-12 gap-2 rounded-lg px-5 text-base [&_svg]:size-5',
      },
      square: { true: 'px-0', false: '' },
    },
    compoundVariants: [
      { square: true, size: 'sm', class: 'w-8 in-[.touch]:w-12' },
      { square: true, size: 'md', class: 'w-(--control)' },
      { square: true, size: 'lg', class: 'w-12' },
    ],
    defaultVariants: { variant: 'secondary', size: 'md', square: false },
  },
)

type ButtonVariants = Omit<VariantProps<typeof buttonVariants>, 'square'>

export type ButtonProps = ComponentProps<'button'> & ButtonVariants & { busy?: boolean | undefined; asChild?: boolean }

/** A button labelled with a verb. While `busy` it keeps its width and focus, and ignores clicks. */
export function Button({ variant, size, busy = false, asChild, className, children, onClick, ...rest }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild)
    return (
      <Slot.Root className={cn(classes, 'print:hidden')} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  return (
    <button
      type="button"
      onMouseDown={rest.type === 'submit' ? keepFocus : undefined}
      {...rest}
      {...pressing(busy, onClick)}
      className={classes}
    >
      <span className={cn('inline-flex items-center gap-[inherit]', busy && 'opacity-0')}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  )
}

export type IconButtonProps = Omit<ButtonProps, 'asChild' | 'aria-label'> & { label: string; children: ReactNode }

/** An icon-only button; its label is for screen readers and the tooltip. */
export function IconButton({ label, variant = 'ghost', size, busy = false, className, ...props }: IconButtonProps) {
  const { children, onClick, ...rest } = props
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        {...pressing(busy, onClick)}
        aria-label={label}
        className={cn(buttonVariants({ variant, size, square: true }), className)}
      >
        {busy ? <Spinner /> : children}
      </button>
    </Tooltip>
  )
}

/**
 * `onMouseDown` handler for buttons of a form that validates on blur: an error that appears would shift the button from
 * under the click.
 */
export const keepFocus = (event: MouseEvent) => event.preventDefault()

// Not `disabled`: a disabled button loses the focus, and the keyboard user their place.
function pressing(busy: boolean, onClick: ComponentProps<'button'>['onClick']) {
  if (!busy) return { onClick }
  return { 'aria-busy': true, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
}
