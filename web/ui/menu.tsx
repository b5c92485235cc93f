import { Ellipsis } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './class-names.ts'

export type MenuProps = {
  /** The element that opens the menu, usually a Button; by default three dots with `label`. */
  trigger?: ReactNode
  label?: string
  align?: 'start' | 'end'
  children: ReactNode
}

/** A menu of secondary actions behind a button. */
export function Menu({ trigger, label = 'More actions', align = 'end', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      {trigger ? (
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      ) : (
        <Radix.Trigger asChild>
          <IconButton label={label} size="sm">
            <Ellipsis aria-hidden />
          </IconButton>
        </Radix.Trigger>
      )}
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-1rem)] animate-fade overflow-y-auto rounded-lg bg-overlay p-1 text-sm shadow-overlay outline-none forced-colors:border"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  icon?: ReactNode
  danger?: boolean
  /** Why it is disabled; shown below the item's text. */
  reason?: ReactNode
}

/** A menu item. With `asChild`, its only child is a link. */
export function MenuItem({ icon, danger, reason, className, children, asChild = false, ...rest }: MenuItemProps) {
  const itemClass = cn(
    'flex min-h-8 finger:min-h-10 finger:in-[.touch]:min-h-12 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none [&_svg]:size-4',
    'data-[highlighted]:bg-subtle-strong data-[disabled]:cursor-not-allowed data-[disabled]:text-muted',
    'data-[highlighted]:forced-colors:outline-2 [&_svg]:shrink-0 [&_svg]:text-muted',
    danger && 'text-bad data-[highlighted]:bg-bad-soft [&_svg]:text-bad',
    className,
  )
  if (asChild)
    return (
      <Radix.Item {...rest} asChild className={itemClass}>
        {children}
      </Radix.Item>
    )
  return (
    <Radix.Item {...rest} className={itemClass}>
      {icon}
      <span className="flex min-w-0 flex-col">
        {children}
        {reason && <span className="text-pretty text-muted text-xs">{reason}</span>}
      </span>
    </Radix.Item>
  )
}

/** A checkable item, such as a column of a table; the menu stays open. */
export function MenuCheck({ children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      {...rest}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-8 in-[.touch]:min-h-12 finger:min-h-10 finger:in-[.touch]:min-h-12 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 outline-none data-[highlighted]:bg-subtle-strong"
    >
      <span aria-hidden className="w-4 text-accent-text">
        <Radix.ItemIndicator>✓</Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  )
}

/** A separator between groups of items. */
export function MenuLine() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}

/** The heading of a group of items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 font-medium text-muted text-xs">{children}</Radix.Label>
}
