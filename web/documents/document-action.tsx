import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** An action of a document: a button or a menu item. */
export type DocumentAction = {
  id: string
  label: string
  icon?: ReactNode
  danger?: boolean
  busy?: boolean
  /** Why the action is not available; it is shown disabled, with this text below it. */
  reason?: string | null
  /** The path of an app page that it opens. */
  to?: string
  /** The URL of a file that it downloads. */
  href?: string
  onSelect?: () => void
}

/** Includes falsy values, as in `mayEdit && {…}`, which are left out. */
export type OfferedAction = DocumentAction | false | null | undefined

/** All actions of a document, with their dialogs. */
export type DocumentActions = {
  next: OfferedAction
  /** Available actions of the same importance, beside the primary one. */
  beside: readonly OfferedAction[]
  /** All other actions, in groups. */
  menu: readonly (readonly OfferedAction[])[]
  dialogs: ReactNode
}

const isOffered = (action: OfferedAction): action is DocumentAction => Boolean(action)

export const offered = (actions: readonly OfferedAction[]): DocumentAction[] => actions.filter(isOffered)

/** An action as a button of the progress bar. */
export function ActionButton({ action, isNext = false }: { action: DocumentAction; isNext?: boolean }) {
  const { label, icon, busy, to, href, onSelect } = action
  const variant = isNext ? 'primary' : 'secondary'
  if (to !== undefined)
    return (
      <Button asChild variant={variant}>
        <Link to={to}>
          {icon}
          {label}
        </Link>
      </Button>
    )
  if (href !== undefined)
    return (
      <Button asChild variant={variant}>
        <a href={href} download>
          {icon}
          {label}
        </a>
      </Button>
    )
  return (
    <Button variant={variant} busy={busy} onClick={onSelect}>
      {icon}
      {label}
    </Button>
  )
}

/** The menu of all actions outside of the progress bar; disabled ones show their reason. Not rendered without any. */
export function ActionMenu({ groups }: { groups: DocumentActions['menu'] }) {
  const filled = groups.map(offered).filter((group) => group.length > 0)
  if (filled.length === 0) return null
  return (
    <Menu>
      {filled.map((group, at) => [
        at > 0 && <MenuLine key={`line before ${group[0]?.id}`} />,
        ...group.map((action) => <ActionItem key={action.id} action={action} />),
      ])}
    </Menu>
  )
}

function ActionItem({ action }: { action: DocumentAction }) {
  const { label, icon, danger = false, reason, to, href, onSelect } = action
  if (to !== undefined && !reason)
    return (
      <MenuItem asChild>
        <Link to={to}>
          {icon}
          {label}
        </Link>
      </MenuItem>
    )
  if (href !== undefined)
    return (
      <MenuItem asChild>
        <a href={href} download>
          {icon}
          {label}
        </a>
      </MenuItem>
    )
  return (
    <MenuItem
      icon={icon}
      danger={danger}
      disabled={Boolean(reason)}
      reason={reason && <span className="block max-w-64 text-pretty">{reason}</span>}
      {...(onSelect && { onSelect })}
    >
      {label}
    </MenuItem>
  )
}
